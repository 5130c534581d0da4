"""The one app: claims, their rulings and the record of both."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Name the app; everything else stands in its packages."""

    name = "rulings"

    def ready(self) -> None:
        """Let doubts and questions to the solver follow the acts that raise them."""
        from rulings.workflow import acts, answers  # noqa: PLC0415 - models
        from rulings.workflow.event import transaction  # noqa: PLC0415 - models
        from rulings.workflow.notify import notices  # noqa: PLC0415 - models
        from rulings.workflow.solving import propose  # noqa: PLC0415 - models

        acts.follow_every_act(answers.contest_after)
        acts.follow_every_act(answers.contest_after)
        acts.follow_every_act(propose.ask_after)
        acts.watch_every_act(notices.file_notices)
        transaction.follow_every_record(propose.question_of)
        transaction.watch_every_event_act(notices.file_event_notices)
