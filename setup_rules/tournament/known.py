"""Plans of four rounds that a long search found, for numbers where good ones are rare."""

from __future__ import annotations

from setup_rules.tournament.positions import Seating

_PLANS = {
    6: (
        "dae cbf",
        "edb fca",
        "fcd bea",
        "efc abd",
    ),
    7: (
        "gcae dbf",
        "cgdf eab",
        "bfec adg",
        "fabg dec",
    ),
    8: (
        "edbc gahf",
        "hcea fbdg",
        "agcd befh",
        "cfab dhge",
    ),
    10: (
        "bcef ijd agh",
        "dhbe cia gjf",
        "geib jhc fad",
        "ebja hfi cdg",
    ),
    11: (
        "hidf cekj gab",
        "ajei bhfk gdc",
        "jkad efgh icb",
        "dbje fcha kgi",
    ),
    13: (
        "flji hge dmk acb",
        "hkia glm djc ebf",
        "mice lda bjh kfg",
        "igdb chf kel jam",
    ),
    14: (
        "bdhf akej cng mli",
        "lhjn eicd amf gkb",
        "hgai nbme kld jfc",
        "felg mckh ijb dan",
    ),
    17: (
        "ihkb flqg nja mpc eod",
        "cbej adlp ofi nhg qmk",
        "gemi knpo hcl baf dqj",
        "qaoc jfhm din pgb lke",
    ),
}
"""By the number of players; each player is a letter, each word a table in starting order."""

KNOWN: dict[int, Seating] = {
    players: tuple(
        tuple(tuple(ord(letter) - ord("a") for letter in table) for table in round_.split())
        for round_ in rounds
    )
    for players, rounds in _PLANS.items()
}
