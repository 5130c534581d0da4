"""The one app: claims, their rulings and the record of both."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Name the app; everything else stands in its packages."""

    name = "rulings"

    def ready(self) -> None:
        """Let a new question to the solver follow the act that made it new."""
        from rulings.workflow import acts  # noqa: PLC0415 - models
        from rulings.workflow.event import transaction  # noqa: PLC0415 - models
        from rulings.workflow.notify import notices  # noqa: PLC0415 - models
        from rulings.workflow.solving import propose  # noqa: PLC0415 - models

        acts.follow_every_act(propose.ask_after)
        acts.watch_every_act(notices.file_notices)
        transaction.follow_every_record(propose.question_of)
        transaction.watch_every_event_act(notices.file_event_notices)
