"""What a node of a cluster installs is the site's lock and Ray, nothing else moved."""

import os
import re
import sys

import pytest

from rulings.management.batch.cluster import NoCluster, local_cluster
from tests import tree
from tests.locks import pinned, project


def test_the_lock_of_the_extra_holds_the_sites_own():
    text = (tree.ROOT / "requirements" / "batch.txt").read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)

    assert pinned("base").items() <= pinned("batch").items()
    assert "ray" in pinned("batch")
    assert "ray" not in pinned("base") | pinned("dev")
    assert [x for x in entries if x.strip() and "--hash=sha256:" not in x] == []
    assert "://" not in text


def test_the_extra_names_ray_alone():
    assert [
        requirement.partition(">")[0]
        for requirement in project()["project"]["optional-dependencies"]["batch"]
    ] == ["ray"]


def test_without_ray_no_cluster_is_started(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(NoCluster, match="not installed"), local_cluster(2):
        pytest.fail("started a cluster")


class NoRay:
    """Finds no Ray, wherever it is installed."""

    def find_spec(self, name, *_):
        if name == "ray":
            raise ImportError(name)


@pytest.mark.parametrize("loaded", [False, True], ids=["before Ray", "after Ray"])
def test_a_token_is_given_only_before_ray_looks_for_one(monkeypatch, loaded):
    environment = {"RAY_ADDRESS": ""}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    monkeypatch.setattr(sys, "meta_path", [NoRay(), *sys.meta_path])
    if loaded:
        monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(NoCluster, match="not installed"), local_cluster(2):
        pytest.fail("started a cluster")

    assert ("RAY_AUTH_TOKEN" in environment) is not loaded


def test_a_cluster_of_this_machine_keeps_the_order_and_tells_its_troubles():
    pytest.importorskip("ray", reason="Ray is not installed: requirements/batch.txt")

    with local_cluster(2) as run:
        assert list(run(sum, [(n, n) for n in range(30)])) == list(range(0, 60, 2))
    with (
        pytest.raises(NoCluster, match="ZeroDivisionError"),
        local_cluster(2) as run,
    ):
        list(run(lambda batch: 1 / batch[0], [(0,)]))
