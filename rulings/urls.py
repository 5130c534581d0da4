"""The routes of the app, a list for each audience; each view declares its act (R10)."""

from django.urls import URLPattern, URLResolver, path

from rulings.views import display, guides, home, notices, push, rule
from rulings.views.api import site
from rulings.views.chief import (
    appeals,
    assign,
    casebook,
    ending,
    live,
    review,
    session_end,
    statistics,
    windows,
)
from rulings.views.consult import links, opinions, polls
from rulings.views.desk import (
    events,
    exchange,
    files,
    given_out,
    invitations,
    keys,
    passes,
    people,
    results,
    schedule,
    scores,
    sessions,
    setup,
)
from rulings.views.law import casebook as books
from rulings.views.law import exam, flows
from rulings.views.player import boards, cases, clock, device, entry, tablet
from rulings.views.table.after import announced, correct, dossier, hearing
from rulings.views.table.facts import (
    auction,
    cards,
    claim,
    known,
    objections,
    revoked,
    statement,
)
from rulings.views.table.floor import (
    calls,
    case,
    codes,
    mistakes,
    queue,
    sheet_offline,
    undoing,
)
from rulings.views.table.law import later, steps
from rulings.views.table.ruling import (
    asking,
    compare,
    moment,
    reserve,
    settle,
    similar,
    switches,
    tapped,
)

Routes = list[URLPattern | URLResolver]

table_routes: Routes = [
    path("events/<uuid:event_id>/", queue.queue, name="queue"),
    path("events/<uuid:event_id>/calls/new", calls.new_call, name="new_call"),
    path("events/<uuid:event_id>/sheet", sheet_offline.fact_sheet, name="fact_sheet"),
    path("events/<uuid:event_id>/calls/hand-over", calls.hand_calls, name="hand_calls"),
    path("events/<uuid:event_id>/calls/take", calls.take_calls, name="take_calls"),
    path(
        "events/<uuid:event_id>/rounds/<uuid:round_id>/over",
        calls.round_over,
        name="round_over",
    ),
    path(
        "events/<uuid:event_id>/boards/<uuid:playing_id>/called/<str:side>",
        calls.own_call,
        name="own_call",
    ),
    path("cases/<uuid:case_id>/", case.case, name="case"),
    path("cases/<uuid:case_id>/claim", claim.claim, name="claim"),
    path("cases/<uuid:case_id>/statement", statement.statement, name="statement"),
    path("cases/<uuid:case_id>/read-back", statement.read_back, name="read_back"),
    path("cases/<uuid:case_id>/objections", objections.objections, name="objections"),
    path(
        "cases/<uuid:case_id>/objections/<uuid:objection_id>/withdrawn",
        objections.withdraw,
        name="withdraw_objection",
    ),
    path(
        "cases/<uuid:case_id>/wishes/<uuid:objection_id>", objections.wish, name="wish"
    ),
    path("cases/<uuid:case_id>/agree", objections.agree, name="agree"),
    path("cases/<uuid:case_id>/contest", objections.contest, name="contest"),
    path("cases/<uuid:case_id>/cards", cards.cards, name="cards"),
    path("cases/<uuid:case_id>/corrected", revoked.corrected, name="corrected"),
    path("cases/<uuid:case_id>/known", known.known, name="known"),
    path("cases/<uuid:case_id>/restrictions", known.restrictions, name="restrictions"),
    path("cases/<uuid:case_id>/steps", steps.steps, name="steps"),
    path("cases/<uuid:case_id>/steps/<str:step_id>", steps.step, name="step"),
    path("cases/<uuid:case_id>/value", steps.value, name="value"),
    path("cases/<uuid:case_id>/auction", auction.auction, name="auction"),
    path("cases/<uuid:case_id>/checks/<str:entry>", steps.check, name="check"),
    path(
        "cases/<uuid:case_id>/scores/<str:entry>",
        later.assigned_score,
        name="assigned_score",
    ),
    path("cases/<uuid:case_id>/proposal", moment.moment, name="proposal"),
    path("cases/<uuid:case_id>/line", tapped.tapped_line, name="tapped_line"),
    path("cases/<uuid:case_id>/proposal/ask", asking.ask, name="ask_proposal"),
    path("cases/<uuid:case_id>/proposal/stop", asking.stop, name="stop_proposal"),
    path("cases/<uuid:case_id>/proposal/settle", settle.settle, name="settle"),
    path("cases/<uuid:case_id>/proposal/strike", switches.strike_play, name="strike"),
    path("cases/<uuid:case_id>/proposal/allow", switches.allow_play, name="allow"),
    path("cases/<uuid:case_id>/rule", moment.rule, name="rule"),
    path("cases/<uuid:case_id>/revise", moment.revise, name="revise"),
    path("cases/<uuid:case_id>/reserve", reserve.reserve, name="reserve"),
    path("cases/<uuid:case_id>/ruling", announced.ruling, name="ruling"),
    path("cases/<uuid:case_id>/announce", announced.announce, name="announce"),
    path("cases/<uuid:case_id>/announced", announced.announced, name="announced"),
    path("cases/<uuid:case_id>/look", case.look, name="look"),
    path("cases/<uuid:case_id>/hand-over", case.handover, name="handover"),
    path("cases/<uuid:case_id>/take-over", case.take_over, name="take_over"),
    path("cases/<uuid:case_id>/undo", undoing.undo, name="undo"),
    path("cases/<uuid:case_id>/change-facts", case.change_facts, name="change_facts"),
    path("cases/<uuid:case_id>/close", case.close, name="close"),
    path("cases/<uuid:case_id>/closed", case.closed, name="closed"),
    path("cases/<uuid:case_id>/correct", correct.correct, name="correct"),
    path("cases/<uuid:case_id>/mistake", mistakes.mistake, name="mistake"),
    path(
        "cases/<uuid:case_id>/nobody-agreed",
        mistakes.nobody_agreed,
        name="nobody_agreed",
    ),
    path("cases/<uuid:case_id>/cancel", mistakes.cancel, name="cancel"),
    path("cases/<uuid:case_id>/cancelled", mistakes.cancelled, name="cancelled"),
    path(
        "cases/<uuid:case_id>/move/<uuid:playing_id>", mistakes.move, name="move_case"
    ),
    path("cases/<uuid:case_id>/similar", similar.similar_claims, name="similar"),
    path("cases/<uuid:case_id>/compare", compare.compare_case, name="compare"),
    path(
        "cases/<uuid:case_id>/compare/search", compare.search_under, name="search_under"
    ),
    path("cases/<uuid:case_id>/dossier", dossier.dossier_page, name="dossier"),
    path(
        "cases/<uuid:case_id>/dossier.json", dossier.dossier_file, name="dossier_file"
    ),
    path(
        "cases/<uuid:case_id>/dossier/anonymous",
        dossier.anonymous_dossier,
        name="anonymous_dossier",
    ),
    path("cases/<uuid:case_id>/table-code", codes.table_code, name="table_code"),
]

player_routes: Routes = [
    path("p/<str:secret>", entry.pass_open, name="pass_open"),
    path("code", entry.pass_code, name="pass_code"),
    path("code/forget", entry.pass_forget, name="pass_forget"),
    path("player/", cases.player, name="player"),
    path("player/push", device.player_push, name="player_push"),
    path("player/cases/<uuid:case_id>/", cases.player_case, name="player_case"),
    path("player/boards/<uuid:playing_id>/", boards.player_board, name="player_board"),
    path("player/receipts/<int:seq>", cases.player_receipt, name="player_receipt"),
    path("cases/<uuid:case_id>/for/<str:side>", tablet.for_side, name="for_side"),
    path("events/<uuid:event_id>/clock", clock.public_clock, name="public_clock"),
]

chief_routes: Routes = [
    path("", home.home, name="home"),
    path("notices/", notices.notices, name="notices"),
    path("notices/push", push.staff_push, name="staff_push"),
    path("push/<uuid:push_id>/<str:state>", push.push_receipt, name="push_receipt"),
    path("demo/", home.demo_sign_in, name="demo_sign_in"),
    path("events/<uuid:event_id>/live", live.live, name="live"),
    path("events/<uuid:event_id>/blocks", ending.blocks, name="blocks"),
    path("events/<uuid:event_id>/statistics", statistics.statistics, name="statistics"),
    path("events/<uuid:event_id>/outage", live.outage, name="outage"),
    path(
        "events/<uuid:event_id>/sessions/<uuid:session_id>/end",
        session_end.session_end,
        name="session_end",
    ),
    path("events/<uuid:event_id>/rulings", ending.rulings, name="rulings"),
    path("events/<uuid:event_id>/closed", ending.closed_event, name="closed_event"),
    path("cases/<uuid:case_id>/review", review.review, name="review"),
    path("cases/<uuid:case_id>/overrule", review.overrule, name="overrule"),
    path("cases/<uuid:case_id>/assign", assign.assign, name="assign"),
    path("cases/<uuid:case_id>/casebook", casebook.into_casebook, name="into_casebook"),
    path("cases/<uuid:case_id>/windows", windows.windows, name="windows"),
    path("cases/<uuid:case_id>/appeal", appeals.appeal, name="appeal"),
    path(
        "cases/<uuid:case_id>/appeal/admit", appeals.appeal_admit, name="appeal_admit"
    ),
    path(
        "cases/<uuid:case_id>/appeal/panel", appeals.appeal_panel, name="appeal_panel"
    ),
    path("cases/<uuid:case_id>/appeal/end", hearing.hearing, name="appeal_decide"),
]

desk_routes: Routes = [
    path("events/<uuid:event_id>/scores", scores.scores, name="scores"),
    path("events/<uuid:event_id>/scores/publish", scores.publish, name="publish"),
    path("events/<uuid:event_id>/scores/<uuid:playing_id>", scores.score, name="score"),
    path("events/<uuid:event_id>/scores/grid", results.result_grid, name="result_grid"),
    path(
        "events/<uuid:event_id>/scores/boards/<uuid:board_id>",
        results.board_compared,
        name="board_compared",
    ),
    path("events/<uuid:event_id>/standing", given_out.standing, name="standing"),
    path("events/<uuid:event_id>/scores/in", given_out.results_in, name="results_in"),
    path(
        "events/<uuid:event_id>/scores/out", given_out.results_out, name="results_out"
    ),
    path("events/<uuid:event_id>/slips", scores.slips_taken, name="slips_taken"),
    path(
        "events/<uuid:event_id>/slips/<uuid:slip_id>",
        scores.slip_taken,
        name="slip_taken",
    ),
    path("events/<uuid:event_id>/import", files.import_files, name="import_files"),
    path(
        "events/<uuid:event_id>/import/<uuid:file_id>",
        files.import_preview,
        name="import_preview",
    ),
    path(
        "events/<uuid:event_id>/import/<uuid:file_id>/again",
        files.import_again,
        name="import_again",
    ),
    path(
        "events/<uuid:event_id>/import/<uuid:file_id>/case",
        exchange.import_case,
        name="import_case",
    ),
    path("events/<uuid:event_id>/export", exchange.export_event, name="export_event"),
    path("events/<uuid:event_id>/lists", exchange.export_list, name="export_list"),
    path(
        "cases/<uuid:case_id>/position",
        exchange.export_position,
        name="export_position",
    ),
    path("events/<uuid:event_id>/schedule", schedule.schedule, name="schedule"),
    path(
        "events/<uuid:event_id>/sessions/<uuid:session_id>",
        sessions.session,
        name="session",
    ),
    *(
        path(
            f"events/<uuid:event_id>/sessions/<uuid:session_id>/{verb}",
            getattr(sessions, f"session_{verb}"),
            name=f"session_{verb}",
        )
        for verb in ("field", "table", "draw", "substitute", "removed")
    ),
    path(
        "events/<uuid:event_id>/rounds/<uuid:round_id>",
        schedule.round_clock,
        name="round_clock",
    ),
    path(
        "events/<uuid:event_id>/rounds/<uuid:round_id>/moved",
        schedule.round_moved,
        name="round_moved",
    ),
    path("events/new", events.new_event, name="new_event"),
    path("events/<uuid:event_id>/first-steps", setup.first_steps, name="first_steps"),
    path("events/<uuid:event_id>/again", events.repeated, name="repeat_event"),
    path("events/<uuid:event_id>/laws", events.laws, name="laws"),
    path("events/<uuid:event_id>/passes", passes.passes, name="passes"),
    path(
        "events/<uuid:event_id>/passes/<uuid:pass_id>/revoke",
        passes.pass_revoke,
        name="pass_revoke",
    ),
    path("events/<uuid:event_id>/roles", people.roles, name="roles"),
    path("events/<uuid:event_id>/roles/list", people.role_list, name="role_list"),
    path(
        "events/<uuid:event_id>/roles/<uuid:role_id>", people.role_end, name="role_end"
    ),
    path("events/<uuid:event_id>/invitations", invitations.invite, name="invite"),
    path(
        "events/<uuid:event_id>/invitations/<uuid:invitation_id>",
        invitations.invitation,
        name="invitation",
    ),
    path(
        "events/<uuid:event_id>/invitations/<uuid:invitation_id>/end",
        invitations.invitation_end,
        name="invitation_end",
    ),
    path("invited", invitations.invited_code, name="invited_code"),
    path("invited/<str:code>", invitations.invited, name="invited"),
    path("events/<uuid:event_id>/people", people.people, name="people"),
    path(
        "events/<uuid:event_id>/pairs/<uuid:contestant_id>", people.names, name="names"
    ),
    path(
        "events/<uuid:event_id>/people/<uuid:participant_id>",
        people.player_data,
        name="player_data",
    ),
    path(
        "events/<uuid:event_id>/people/<uuid:participant_id>/file",
        people.player_file,
        name="player_file",
    ),
    path(
        "events/<uuid:event_id>/people/accounts",
        people.account_link,
        name="account_link",
    ),
    path("events/<uuid:event_id>/keys", keys.keys, name="keys"),
    path("events/<uuid:event_id>/hooks", keys.hooks, name="hooks"),
    path("events/<uuid:event_id>/hooks/<uuid:hook_id>", keys.hook_end, name="hook_end"),
    path(
        "events/<uuid:event_id>/keys/<uuid:key_id>/revoke",
        keys.key_revoke,
        name="key_revoke",
    ),
    path("events/<uuid:event_id>/keys/<uuid:key_id>", keys.key_quota, name="key_quota"),
]

consult_routes: Routes = [
    path("cases/<uuid:case_id>/opinions", opinions.opinions, name="opinions"),
    path(
        "cases/<uuid:case_id>/opinions/<uuid:opinion_id>/end",
        opinions.opinion_end,
        name="opinion_end",
    ),
    path("cases/<uuid:case_id>/opinion", opinions.opinion, name="opinion"),
    path(
        "cases/<uuid:case_id>/opinion/declined",
        opinions.opinion_declined,
        name="opinion_declined",
    ),
    path("opinion/<str:secret>", links.consulted, name="consulted"),
    path("cases/<uuid:case_id>/polls", polls.polls, name="polls"),
    path("cases/<uuid:case_id>/polls/<uuid:poll_id>", polls.poll, name="poll"),
    path(
        "cases/<uuid:case_id>/polls/<uuid:poll_id>/ask", polls.poll_ask, name="poll_ask"
    ),
    path(
        "cases/<uuid:case_id>/polls/<uuid:poll_id>/end", polls.poll_end, name="poll_end"
    ),
    path(
        "cases/<uuid:case_id>/polls/<uuid:poll_id>/paper",
        polls.poll_paper,
        name="poll_paper",
    ),
    path("poll/<str:secret>", links.polled, name="polled"),
]

law_routes: Routes = [
    path("display/", display.display, name="display"),
    path("help/", guides.guide, name="help"),
    path("help/<str:name>/", guides.guide, name="guide"),
    path("casebook/", books.casebook, name="casebook"),
    path("casebook/<int:number>/", books.casebook_ruling, name="casebook_ruling"),
    path("exam/", exam.exam, name="exam"),
    path("exam/question/", exam.exam_question, name="exam_question"),
    path("exam/answers/<int:number>/", exam.exam_answer, name="exam_answer"),
    path("exam/result/", exam.exam_result, name="exam_result"),
    path("exam/certificate/", exam.exam_certificate, name="exam_certificate"),
    path("laws/", flows.law_index, name="law_index"),
    path("laws/<str:edition>/handbook.pdf", flows.law_handbook, name="law_handbook"),
    path("laws/<str:edition>/guidance/", flows.law_points, name="law_points"),
    path("laws/<str:edition>/<str:flow>/", flows.law_flow, name="law_flow"),
]

public_routes: Routes = [
    path("rule", rule.rule_this, name="rule_this"),
    path("rule/<uuid:question_id>", rule.answer, name="rule_answer"),
    path("rule/<uuid:question_id>/picture.svg", rule.picture, name="rule_picture"),
]

api_routes: Routes = [*site.routes()]

urlpatterns: Routes = [
    *table_routes,
    *player_routes,
    *chief_routes,
    *desk_routes,
    *consult_routes,
    *api_routes,
    *law_routes,
    *public_routes,
]
