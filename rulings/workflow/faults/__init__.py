"""Every refusal by its code, each worded once and translated."""

from rulings.workflow.faults.case import CASE
from rulings.workflow.faults.consult import CONSULT
from rulings.workflow.faults.event import EVENT
from rulings.workflow.faults.rights import RIGHTS
from rulings.workflow.faults.ruling import RULING
from rulings.workflow.faults.wording import Wording

FAULTS: dict[str, Wording] = {**CASE, **CONSULT, **EVENT, **RULING}
"""What a person gave and can mend."""

BARRED: dict[str, Wording] = RIGHTS
"""What a person may not do."""

__all__ = ["BARRED", "FAULTS", "Wording"]
