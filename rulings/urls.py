"""The routes of the app, a list for each audience; each view declares its act (R10)."""

from django.urls import URLPattern, URLResolver, path

from rulings.views import home
from rulings.views.player import cases, clock, entry, tablet

Routes = list[URLPattern | URLResolver]

table_routes: Routes = []

player_routes: Routes = [
    path("p/<str:secret>", entry.pass_open, name="pass_open"),
    path("code", entry.pass_code, name="pass_code"),
    path("player/", cases.player, name="player"),
    path("player/cases/<uuid:case_id>/", cases.player_case, name="player_case"),
    path("player/receipts/<int:seq>", cases.player_receipt, name="player_receipt"),
    path("cases/<uuid:case_id>/for/<str:side>", tablet.for_side, name="for_side"),
    path("events/<uuid:event_id>/clock", clock.public_clock, name="public_clock"),
]

chief_routes: Routes = [
    path("", home.home, name="home"),
    path("demo/", home.demo_sign_in, name="demo_sign_in"),
]

urlpatterns: Routes = [*table_routes, *player_routes, *chief_routes]
