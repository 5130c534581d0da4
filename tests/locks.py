"""The files that say which packages the project needs, read."""

import re
import tomllib

from tests import tree


def project():
    return tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))


def pinned(lock):
    text = (tree.ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", text, re.MULTILINE))


def plain_name(requirement):
    return re.match(r"[A-Za-z0-9-]+", requirement).group().lower()
