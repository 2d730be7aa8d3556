"""The facts of all boxes against printed contents lists, and what the loader refuses."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from setup_rules.cards import TYPE_TAGS, Box, Cost
from setup_rules.catalog import DATA, LANGUAGES, Catalog, load_catalog
from setup_rules.collection import gather
from setup_rules.engine import plan_setup, settle
from setup_rules.facts.box_files import full_pile
from setup_rules.facts.schema import CatalogError
from setup_rules.kingdom import Kingdom
from setup_rules.names import names_of
from setup_rules.plan import SetupPlan
from tests.builders import CATALOG, DULL, beside, card, codes, fetched, supply, thing

BASIC_SET = {
    "Copper": 60,
    "Silver": 40,
    "Gold": 30,
    "Estate": 24,
    "Duchy": 12,
    "Province": 12,
    "Curse": 30,
}

KINGDOM_CARDS = {
    # box: (Kingdom cards, piles, Victory piles of twelve)
    "dominion-1e": (252, 25, "Gardens"),
    "dominion-2e": (262, 26, "Gardens"),
    "intrigue-1e": (258, 25, "Duke, Great Hall, Harem, Nobles"),
    "intrigue-2e": (268, 26, "Duke, Harem, Mill, Nobles"),
    "seaside-1e": (262, 26, "Island"),
    "seaside-2e": (272, 27, "Island"),
    "alchemy": (122, 12, "Vineyard"),
    "prosperity-1e": (250, 25, ""),
    "prosperity-2e": (250, 25, ""),
    "cornucopia": (132, 13, "Fairgrounds"),
    "guilds": (130, 13, ""),
    "cornucopia-guilds-1e": (262, 26, "Fairgrounds"),
    "cornucopia-guilds-2e": (262, 26, "Fairgrounds"),
    "hinterlands-1e": (266, 26, "Farmland, Silk Road, Tunnel"),
    "hinterlands-2e": (264, 26, "Farmland, Tunnel"),
    "dark-ages": (362, 35, "Feodum"),
    "adventures": (304, 30, "Distant Lands"),
    "empires": (242, 24, "Castles"),
    "nocturne": (332, 33, "Cemetery"),
    "renaissance": (250, 25, ""),
    "menagerie": (300, 30, ""),
    "allies": (346, 31, ""),
    "plunder": (400, 40, ""),
    "rising-sun": (250, 25, ""),
    "base-cards": (0, 0, ""),
    "promo-black-market": (10, 1, ""),
    "promo-envoy": (10, 1, ""),
    "promo-stash": (10, 1, ""),
    "promo-walled-village": (10, 1, ""),
    "promo-governor": (10, 1, ""),
    "promo-prince": (10, 1, ""),
    "promo-dismantle": (10, 1, ""),
    "promo-captain": (10, 1, ""),
    "promo-church": (10, 1, ""),
    "promo-sauna-avanto": (10, 1, ""),
    "promo-marchland": (12, 1, "Marchland"),
    "promo-summon": (0, 0, ""),
    "dominion-update-pack": (70, 7, ""),
    "intrigue-update-pack": (72, 7, "Mill"),
    "seaside-update-pack": (90, 9, ""),
    "prosperity-update-pack": (90, 9, ""),
    "hinterlands-update-pack": (90, 9, ""),
    "cornucopia-guilds-update-pack": (80, 8, ""),
}

RANDOMIZERS_AND_BLANKS = {
    "dominion-1e": (32, 7),
    "dominion-2e": (26, 4),
    "intrigue-1e": (26, 7),
    "intrigue-2e": (26, 6),
    "seaside-1e": (27, 11),
    "seaside-2e": (27, 1),
    "alchemy": (12, 0),
    "prosperity-1e": (25, 1),
    "prosperity-2e": (25, 1),
    "cornucopia": (13, 0),
    "hinterlands-1e": (27, 7),
    "hinterlands-2e": (26, 10),
    "dark-ages": (35, 0),
    "guilds": (13, 7),
    "cornucopia-guilds-1e": (26, 6),
    "cornucopia-guilds-2e": (26, 0),
    "adventures": (30, 6),
    "empires": (24, 0),
    "nocturne": (33, 0),
    "renaissance": (25, 0),
    "menagerie": (30, 0),
    "allies": (31, 0),
    "plunder": (40, 0),
    "rising-sun": (25, 0),
    "base-cards": (0, 1),
    "promo-summon": (0, 0),
}
"""A randomizer may be blank: one in Intrigue, Seaside and Hinterlands of the first edition."""

EXTRA_CARDS = {
    "cornucopia": {"Prizes": 5},
    "cornucopia-guilds-1e": {"Prizes": 5, "Bane marker": 1},
    "cornucopia-guilds-2e": {"Rewards": 12},
    "dark-ages": {
        "Ruins": 50,
        "Hovel": 6,
        "Necropolis": 6,
        "Overgrown Estate": 6,
        "Spoils": 15,
        "Madman": 10,
        "Mercenary": 10,
    },
    "adventures": dict.fromkeys(
        (
            "Treasure Hunter",
            "Warrior",
            "Hero",
            "Champion",
            "Soldier",
            "Fugitive",
            "Disciple",
            "Teacher",
        ),
        5,
    ),
    "nocturne": {
        **dict.fromkeys(
            (
                "Haunted Mirror",
                "Lucky Coin",
                "Goat",
                "Cursed Gold",
                "Magic Lamp",
                "Pasture",
                "Pouch",
            ),
            6,
        ),
        "Boons": 12,
        "Hexes": 12,
        "Zombie Apprentice": 1,
        "Zombie Mason": 1,
        "Zombie Spy": 1,
        "Will-o'-Wisp": 12,
        "Imp": 13,
        "Ghost": 6,
        "Wish": 12,
        "Bat": 10,
        "Deluded/Envious": 6,
        "Miserable/Twice Miserable": 6,
        "Lost in the Woods": 1,
    },
    "renaissance": dict.fromkeys(("Lantern", "Horn", "Flag", "Treasure Chest", "Key"), 1),
    "menagerie": {"Horse": 30},
    "plunder": {"Loot": 30},
}

LANDSCAPES = {
    "adventures": {"event": 20},
    "empires": {"event": 13, "landmark": 21},
    "renaissance": {"project": 20},
    "menagerie": {"event": 20, "way": 20},
    "allies": {"ally": 23},
    "plunder": {"event": 15, "trait": 15},
    "rising-sun": {"event": 10, "prophecy": 15},
    "promo-summon": {"event": 1},
}

MATS = {
    "dominion-2e": {"Trash mat": 1},
    "seaside-1e": {"Island mat": 6, "Pirate Ship mat": 6, "Native Village mat": 6},
    "seaside-2e": {"Island mat": 6, "Native Village mat": 6},
    "prosperity-1e": {"VP mat": 8, "Trade Route mat": 1},
    "cornucopia-guilds-1e": {"Coffers mat": 6},
    "cornucopia-guilds-2e": {"Coffers mat": 6},
    "adventures": {"Tavern mat": 6},
    "renaissance": {"Coffers/Villagers mat": 6},
    "menagerie": {"Exile mat": 6},
    "allies": {"Favors mat": 6},
}

TOKENS = {
    "seaside-1e": {"Embargo token": 15, "Coin token": 25},
    "prosperity-1e": {"Coin token": 8, "1 VP token": 16, "5 VP token": 15},
    "prosperity-2e": {"1 VP token": 16, "5 VP token": 15},
    "guilds": {"Coin token": 25},
    "cornucopia-guilds-1e": {"Coin token": 25},
    "cornucopia-guilds-2e": {"Coin token": 35},
    "adventures": dict.fromkeys(
        (
            "Estate token",
            "Journey token",
            "+1 Action token",
            "+1 Buy token",
            "+1 Card token",
            "+$1 token",
            "-$2 cost token",
            "Trashing token",
            "-1 Card token",
            "-$1 token",
        ),
        6,
    ),
    "empires": {"Debt token": 40, "1 VP token": 24, "2 VP token": 12, "5 VP token": 20},
    "renaissance": {"Coin token": 35, "Project cube": 12},
    "allies": {"Coin token": 35},
    "rising-sun": {"Sun token": 13, "Debt token": 40},
}

PRINTED_TOTALS = {
    "dominion-1e": 500,
    "dominion-2e": 500,
    "intrigue-1e": 500,
    "intrigue-2e": 300,
    "seaside-1e": 300,
    "seaside-2e": 300,
    "alchemy": 150,
    "prosperity-1e": 300,
    "prosperity-2e": 300,
    "cornucopia": 150,
    "guilds": 150,
    "cornucopia-guilds-1e": 300,
    "cornucopia-guilds-2e": 300,
    "hinterlands-1e": 300,
    "hinterlands-2e": 300,
    "base-cards": 250,
    "dark-ages": 500,
    "adventures": 400,
    "empires": 300,
    "nocturne": 500,
    "renaissance": 300,
    "menagerie": 400,
    "allies": 400,
    "plunder": 500,
    "rising-sun": 300,
    "promo-black-market": 11,
    "promo-envoy": 11,
    "promo-stash": 11,
    "promo-walled-village": 11,
    "promo-governor": 11,
    "promo-prince": 11,
    "promo-dismantle": 11,
    "promo-captain": 11,
    "promo-church": 11,
    "promo-sauna-avanto": 11,
    "promo-summon": 1,
}

EDITIONS = {
    "dominion": (
        "Adventurer, Chancellor, Feast, Spy, Thief, Woodcutter",
        "Artisan, Bandit, Harbinger, Merchant, Poacher, Sentry, Vassal",
    ),
    "intrigue": (
        "Coppersmith, Great Hall, Saboteur, Scout, Secret Chamber, Tribute",
        "Courtier, Diplomat, Lurker, Mill, Patrol, Replace, Secret Passage",
    ),
    "seaside": (
        "Ambassador, Embargo, Explorer, Ghost Ship, Navigator, Pearl Diver, Pirate Ship, Sea Hag",
        "Astrolabe, Blockade, Corsair, Monkey, Pirate, Sailor, Sea Chart, Sea Witch, Tide Pools",
    ),
    "prosperity": (
        "Contraband, Counting House, Goons, Loan, Mountebank, Royal Seal, Talisman, Trade Route, "
        "Venture",
        "Anvil, Charlatan, Clerk, Collection, Crystal Ball, Investment, Magnate, Tiara, War Chest",
    ),
    "hinterlands": (
        "Cache, Duchess, Embassy, Ill-Gotten Gains, Mandarin, Noble Brigand, Nomad Camp, Oracle, "
        "Silk Road",
        "Berserker, Cauldron, Guard Dog, Nomads, Souk, Trail, Weaver, Wheelwright, Witch's Hut",
    ),
    "cornucopia-guilds": (
        "Farming Village, Fortune Teller, Harvest, Horse Traders, Tournament, Doctor, "
        "Masterpiece, Taxman",
        "Carnival, Farmhands, Ferryman, Joust, Shop, Farrier, Footpad, Infirmary",
    ),
}

BOXES_OF_2013 = {
    "dominion-1e": (
        "Cellar, Chapel, Chancellor, Village, Woodcutter, Feast, Militia, Moneylender, Remodel, "
        "Smithy, Spy, Thief, Throne Room, Council Room, Festival, Laboratory, Library, Market, "
        "Mine, Witch, Adventurer, Moat, Bureaucrat, Workshop, Gardens"
    ),
    "intrigue-1e": (
        "Baron, Bridge, Conspirator, Coppersmith, Courtyard, Ironworks, Masquerade, Mining "
        "Village, Minion, Pawn, Saboteur, Scout, Secret Chamber, Shanty Town, Steward, Swindler, "
        "Torturer, Trading Post, Tribute, Upgrade, Wishing Well, Duke, Great Hall, Harem, Nobles"
    ),
    "seaside-1e": (
        "Embargo, Native Village, Pearl Diver, Haven, Lighthouse, Fishing Village, Ambassador, "
        "Lookout, Smugglers, Warehouse, Cutpurse, Navigator, Pirate Ship, Salvager, Sea Hag, "
        "Treasure Map, Caravan, Bazaar, Explorer, Ghost Ship, Treasury, Merchant Ship, Outpost, "
        "Tactician, Wharf, Island"
    ),
    "alchemy": (
        "Alchemist, Apothecary, Apprentice, Familiar, Golem, Herbalist, Philosopher's Stone, "
        "Possession, Scrying Pool, Transmute, University, Vineyard"
    ),
    "prosperity-1e": (
        "Bank, Bishop, City, Contraband, Counting House, Expand, Forge, Goons, Grand Market, "
        "Hoard, King's Court, Loan, Mint, Monument, Mountebank, Peddler, Quarry, Rabble, Royal "
        "Seal, Talisman, Trade Route, Vault, Venture, Watchtower, Worker's Village"
    ),
    "cornucopia": (
        "Farming Village, Fortune Teller, Hamlet, Harvest, Horn of Plenty, Horse Traders, Hunting "
        "Party, Jester, Menagerie, Remake, Tournament, Young Witch, Fairgrounds"
    ),
    "hinterlands-1e": (
        "Border Village, Cache, Cartographer, Crossroads, Develop, Duchess, Embassy, Haggler, "
        "Highway, Ill-Gotten Gains, Inn, Jack of All Trades, Fool's Gold, Mandarin, Margrave, "
        "Noble Brigand, Nomad Camp, Oasis, Oracle, Scheme, Spice Merchant, Stables, Trader, "
        "Farmland, Silk Road, Tunnel"
    ),
    "dark-ages": (
        "Knights, Altar, Armory, Band of Misfits, Bandit Camp, Beggar, Catacombs, Count, "
        "Counterfeit, Cultist, Death Cart, Forager, Fortress, Graverobber, Hermit, Hunting "
        "Grounds, Ironmonger, Junk Dealer, Marauder, Market Square, Mystic, Pillage, Poor House, "
        "Procession, Rebuild, Rogue, Sage, Scavenger, Squire, Storeroom, Urchin, Vagrant, "
        "Wandering Minstrel, Feodum, Rats"
    ),
    "guilds": (
        "Advisor, Baker, Butcher, Candlestick Maker, Doctor, Herald, Journeyman, Masterpiece, "
        "Merchant Guild, Plaza, Soothsayer, Stonemason, Taxman"
    ),
    "base-cards": "",
    "promo-envoy": "Envoy",
    "promo-black-market": "Black Market",
    "promo-stash": "Stash",
    "promo-walled-village": "Walled Village",
    "promo-governor": "Governor",
}
"""Kingdom cards by box as the contents lists name them."""

TYPES = {
    "Looter": "Cultist, Death Cart, Marauder",
    "Reserve": "Coin of the Realm, Distant Lands, Duplicate, Guide, Ratcatcher, Royal Carriage, "
    "Transmogrify, Wine Merchant",
    "Traveller": "Page, Peasant",
    "Gathering": "Farmers' Market, Temple, Wild Hunt",
    "Fate": "Bard, Blessed Village, Druid, Fool, Idol, Pixie, Sacred Grove, Tracker",
    "Doom": "Cursed Village, Leprechaun, Skulk, Tormentor, Vampire, Werewolf",
    "Liaison": "Bauble, Broker, Contract, Emissary, Guildmaster, Importer, Sycophant, Underling, "
    "Wizards",
    "Omen": "Kitsune, Mountain Shrine, Poet, River Shrine, Rustic Village, Tea House",
    "Shadow": "Alley, Fishmonger, Ninja, Ronin, Tanuki",
    "Night": "Changeling, Cobbler, Crypt, Den of Sin, Devil's Workshop, Exorcist, Ghost Town, "
    "Guardian, Monastery, Night Watchman, Raider, Vampire, Werewolf",
    "Command": "Band of Misfits, Captain, Daimyo, Flagship, Overlord, Prince, Scepter",
    "Knight": "Knights",
    "Castle": "Castles",
}

POTION_COSTS = {
    "Alchemist": "$3P",
    "Apothecary": "$2P",
    "Familiar": "$3P",
    "Golem": "$4P",
    "Philosopher's Stone": "$3P",
    "Possession": "$6P",
    "Scrying Pool": "$2P",
    "Transmute": "P",
    "University": "$2P",
    "Vineyard": "P",
}

DEBT_COSTS = {
    "City Quarter": (0, 8),
    "Engineer": (0, 4),
    "Overlord": (0, 8),
    "Royal Blacksmith": (0, 8),
    "Fortune": (8, 8),
    "Annex": (0, 8),
    "Donate": (0, 8),
    "Triumph": (0, 5),
    "Wedding": (4, 3),
    "Artist": (0, 8),
    "Daimyo": (0, 6),
    "Mountain Shrine": (0, 5),
    "Continue": (0, 8),
}


def listed(names: str) -> set[str]:
    """The names of a comma-separated list."""
    return set(names.split(", ")) if names else set()


def boxes_by(table: dict[str, object]) -> list[tuple[str, object]]:
    """Rows for parametrize: every box, None where the table has nothing to say of it."""
    return [(box, table.get(box)) for box in CATALOG.boxes]


def components(box: Box, kind: str) -> dict[str, int]:
    """The counted parts of a kind, by name."""
    return {part.name: part.count for part in box.components if part.kind == kind}


def loose_cards(box: Box) -> dict[str, int]:
    """Cards of a box that are neither basic nor in a Kingdom pile, groups as one."""
    found: Counter[str] = Counter()
    for other in box.others:
        if other.kind != "basic" and not other.pile:
            found[other.group or other.name] += other.copies
    return dict(found)


class TestCounts:
    """The size of the catalogue."""

    def test_boxes_piles_landscapes_other_cards_and_kingdoms(self):
        assert len(CATALOG.boxes) == 43
        assert len(CATALOG.cards) == 498
        assert len(CATALOG.landscapes) == 193
        assert len(CATALOG.others) == 157
        assert len(CATALOG.published) == 433

    def test_boxes_by_kind(self):
        assert Counter(box.kind for box in CATALOG.boxes.values()) == {
            "base game": 2,
            "expansion": 22,
            "basic cards": 1,
            "update pack": 6,
            "promo": 12,
        }

    def test_seven_languages_each_name_with_its_confidence(self):
        assert set(CATALOG.local_names) == {"cs", "de", "es", "fr", "it", "nl", "pl"}
        for names in CATALOG.local_names.values():
            assert len(names) > 200
            assert {local.confidence for local in names.values()} <= {"high", "medium", "low"}

    @pytest.mark.parametrize(
        ("language", "name", "id_"),
        [
            ("cs", "Biskup", "bishop"),
            ("de", "Burggraben", "moat"),
            ("es", "Aldea", "village"),
            ("fr", "Douves", "moat"),
            ("it", "Fucina", "smithy"),
            ("nl", "Smidse", "smithy"),
            ("pl", "Kuźnia", "smithy"),
        ],
    )
    def test_a_name_of_each_language_we_are_sure_of(self, language, name, id_):
        local = CATALOG.local_names[language][id_]
        assert (local.name, local.confidence) == (name, "high")

    def test_ids_are_unique_over_cards_landscapes_and_other_cards(self):
        ids = [*CATALOG.cards, *CATALOG.landscapes, *CATALOG.others]
        assert len(ids) == len(set(ids)) == 848

    def test_every_thing_lies_in_a_known_box(self):
        for found in CATALOG.by_name.values():
            assert found.boxes, found.name
            assert set(found.boxes) <= set(CATALOG.boxes), found.name


class TestBoxContents:
    """Annotated rules 2013, Components & Expansions; Intrigue rulebook 2009, Contents;
    Prosperity rulebook 2016; later rulebooks' contents lists."""

    def test_every_box_is_in_the_table(self):
        assert set(KINGDOM_CARDS) == set(CATALOG.boxes)

    @pytest.mark.parametrize(("box", "row"), boxes_by(KINGDOM_CARDS))
    def test_kingdom_cards_and_piles(self, box, row):
        cards, piles, victory = row
        found = CATALOG.boxes[box].piles
        assert len(found) == piles
        assert sum(full_pile(pile) for pile in found) == cards
        assert {pile.name for pile in found if "Victory" in pile.types} == listed(victory)
        assert {full_pile(pile) for pile in found if "Victory" in pile.types} <= {12}

    @pytest.mark.parametrize("box", CATALOG.boxes)
    def test_basic_cards_lie_in_four_boxes_and_in_no_other(self, box):
        has = {o.name: o.copies for o in CATALOG.boxes[box].others if o.kind == "basic"}
        expected = {
            "dominion-1e": BASIC_SET,
            "dominion-2e": BASIC_SET,
            "intrigue-1e": BASIC_SET,
            "base-cards": {**BASIC_SET, "Platinum": 12, "Colony": 12, "Potion": 16},
            "prosperity-1e": {"Platinum": 12, "Colony": 12},
            "prosperity-2e": {"Platinum": 12, "Colony": 12},
            "alchemy": {"Potion": 16},
        }
        assert has == expected.get(box, {})
        assert CATALOG.boxes[box].has_basic_cards == (has.items() >= BASIC_SET.items())

    @pytest.mark.parametrize("box", CATALOG.boxes)
    def test_the_trash_is_a_card_in_older_boxes_and_a_mat_in_the_second_edition(self, box):
        parts = {part.name: part.kind for part in CATALOG.boxes[box].components}
        trash = {name: kind for name, kind in parts.items() if name.startswith("Trash ")}
        expected = {
            "dominion-1e": {"Trash card": "card"},
            "dominion-2e": {"Trash mat": "mat"},
            "intrigue-1e": {"Trash card": "card"},
            "base-cards": {"Trash card": "card"},
        }
        assert trash == expected.get(box, {})

    @pytest.mark.parametrize(
        ("box", "row"), [row for row in boxes_by(RANDOMIZERS_AND_BLANKS) if "update" not in row[0]]
    )
    def test_randomizers_and_blank_cards(self, box, row):
        cards = components(CATALOG.boxes[box], "card")
        assert (cards.get("Randomizer", 0), cards.get("Blank card", 0)) == (row or (1, 0))

    @pytest.mark.parametrize(("box", "extras"), boxes_by(EXTRA_CARDS))
    def test_extra_cards(self, box, extras):
        found = loose_cards(CATALOG.boxes[box])
        marker = components(CATALOG.boxes[box], "card").get("Bane marker")
        if marker:
            found["Bane marker"] = marker
        if box == "cornucopia-guilds-update-pack":
            extras = {"Rewards": 12}
        assert found == (extras or {})

    @pytest.mark.parametrize(("box", "kinds"), boxes_by(LANDSCAPES))
    def test_landscapes(self, box, kinds):
        assert Counter(ls.kind for ls in CATALOG.boxes[box].landscapes) == (kinds or {})

    @pytest.mark.parametrize(("box", "mats"), boxes_by(MATS))
    def test_mats(self, box, mats):
        assert components(CATALOG.boxes[box], "mat") == (mats or {})

    @pytest.mark.parametrize(("box", "tokens"), boxes_by(TOKENS))
    def test_tokens(self, box, tokens):
        assert components(CATALOG.boxes[box], "token") == (tokens or {})

    def test_prizes_ruins_rewards_and_loot_by_name(self):
        copies = {o.name: o.copies for o in CATALOG.others.values()}
        for names, count in (
            ("Bag of Gold, Diadem, Followers, Princess, Trusty Steed", 1),
            ("Coronet, Courser, Demesne, Housecarl, Huge Turnip, Renown", 2),
            ("Abandoned Mine, Ruined Library, Ruined Market, Ruined Village, Survivors", 10),
        ):
            assert {copies[name] for name in listed(names)} == {count}
        assert [o.copies for o in CATALOG.groups["Loot"]] == [2] * 15

    @pytest.mark.parametrize("box", CATALOG.boxes)
    def test_the_sum_of_all_cards_is_the_printed_total(self, box):
        parts = CATALOG.boxes[box]
        total = (
            sum(full_pile(pile) for pile in parts.piles)
            + len(parts.landscapes)
            + sum(other.copies for other in parts.others if not other.pile)
            + sum(components(parts, "card").values())
        )
        assert parts.printed_cards == PRINTED_TOTALS.get(box)
        if parts.printed_cards is not None:
            assert total == parts.printed_cards

    def test_only_update_packs_and_marchland_print_no_total(self):
        silent = {box.id for box in CATALOG.boxes.values() if box.printed_cards is None}
        packs = {box.id for box in CATALOG.boxes.values() if box.kind == "update pack"}
        assert silent == {*packs, "promo-marchland"}

    @pytest.mark.parametrize("box", [b.id for b in CATALOG.boxes.values() if b.kind == "promo"])
    def test_a_promo_is_one_pile_with_its_randomizer(self, box):
        promo = CATALOG.boxes[box]
        assert len(promo.piles) + len(promo.landscapes) == 1


class TestEditions:
    """Annotated rules 2013 for the first editions; the rulebooks of the second ones."""

    @staticmethod
    def both(family: str) -> tuple[set[str], set[str], set[str]]:
        boxes = CATALOG.boxes
        old = {pile.name for pile in boxes[f"{family}-1e"].piles}
        new = {pile.name for pile in boxes[f"{family}-2e"].piles}
        pack = {pile.name for pile in boxes[f"{family}-update-pack"].piles}
        return old, new, pack

    @pytest.mark.parametrize("family", EDITIONS)
    def test_cards_removed_from_the_first_edition(self, family):
        old, new, _ = self.both(family)
        assert old - new == listed(EDITIONS[family][0])

    @pytest.mark.parametrize("family", EDITIONS)
    def test_cards_new_in_the_second_edition_are_those_of_the_update_pack(self, family):
        old, new, pack = self.both(family)
        assert new - old == pack == listed(EDITIONS[family][1])

    @pytest.mark.parametrize("family", EDITIONS)
    def test_an_update_pack_holds_no_basic_cards_mats_or_tokens(self, family):
        pack = CATALOG.boxes[f"{family}-update-pack"]
        assert not [part for part in pack.components if part.kind in ("mat", "token")]
        assert not [other for other in pack.others if other.kind == "basic"]
        assert pack.landscapes == ()

    def test_of_the_update_packs_only_that_of_cornucopia_and_guilds_has_extra_cards(self):
        packs = [box for box in CATALOG.boxes.values() if box.kind == "update pack"]
        assert {box.id: loose_cards(box) for box in packs if box.others} == {
            "cornucopia-guilds-update-pack": {"Rewards": 12}
        }

    def test_the_combined_first_edition_is_cornucopia_and_guilds(self):
        boxes = CATALOG.boxes
        both = {*boxes["cornucopia"].piles, *boxes["guilds"].piles}
        assert set(boxes["cornucopia-guilds-1e"].piles) == both

    @pytest.mark.parametrize("family", EDITIONS)
    def test_a_card_of_both_editions_is_one_pile(self, family):
        boxes = CATALOG.boxes
        shared = {*boxes[f"{family}-1e"].piles} & {*boxes[f"{family}-2e"].piles}
        assert shared
        for pile in shared:
            assert {f"{family}-1e", f"{family}-2e"} <= set(pile.boxes)


class TestTheYear2013:
    """Annotated rules 2013, Components & Expansions and Total Card Count."""

    BOXES = tuple(CATALOG.boxes[box] for box in BOXES_OF_2013)

    def copies(self, *names: str) -> int:
        return sum(o.copies for box in self.BOXES for o in box.others if o.name in names)

    def parts(self, name: str) -> int:
        return sum(part.count for box in self.BOXES for part in box.components if part.name == name)

    def piles_of(self, size: int) -> int:
        plain = [pile for box in self.BOXES for pile in box.piles if not pile.contains]
        return sum(full_pile(pile) for pile in plain if full_pile(pile) == size)

    @pytest.mark.parametrize(("box", "names"), BOXES_OF_2013.items())
    def test_the_contents_lists_name_these_kingdom_cards(self, box, names):
        assert {pile.name for pile in CATALOG.boxes[box].piles} == listed(names)

    @pytest.mark.parametrize(
        ("name", "count"),
        [
            ("Hovel", 6),
            ("Necropolis", 6),
            ("Overgrown Estate", 6),
            ("Abandoned Mine", 10),
            ("Ruined Library", 10),
            ("Ruined Market", 10),
            ("Ruined Village", 10),
            ("Survivors", 10),
            ("Colony", 24),
            ("Province", 36),
            ("Duchy", 36),
            ("Estate", 72),
            ("Platinum", 24),
            ("Gold", 90),
            ("Silver", 120),
            ("Copper", 180),
            ("Potion", 32),
            ("Curse", 90),
            ("Spoils", 15),
            ("Madman", 10),
            ("Mercenary", 10),
        ],
    )
    def test_cards_by_name(self, name, count):
        assert self.copies(name) == count

    @pytest.mark.parametrize(
        ("kind", "count"),
        [("shelter", 18), ("ruins", 50), ("prize", 5), ("knight", 10)],
    )
    def test_cards_by_kind(self, kind, count):
        assert sum(o.copies for box in self.BOXES for o in box.others if o.kind == kind) == count

    def test_basic_victory_and_treasure_cards(self):
        assert self.copies("Colony", "Province", "Duchy", "Estate") == 168
        assert self.copies("Platinum", "Gold", "Silver", "Copper", "Potion") == 446

    def test_kingdom_cards(self):
        assert self.piles_of(10) == 1_910
        assert self.piles_of(12) == 144
        assert self.piles_of(20) == 20
        assert sum(full_pile(pile) for box in self.BOXES for pile in box.piles) == 2_084

    def test_randomizers_and_blanks(self):
        blank_randomizers = 3
        kingdom_blanks = 41
        basic_randomizers = 7
        assert self.parts("Randomizer") == 212 + blank_randomizers
        assert self.parts("Blank card") == kingdom_blanks
        assert kingdom_blanks + blank_randomizers == 44
        assert sum(len(box.piles) for box in self.BOXES) + basic_randomizers == 212

    def test_cards_outside_the_supply(self):
        trash = self.parts("Trash card")
        assert trash == 3
        prizes = sum(o.copies for box in self.BOXES for o in box.others if o.kind == "prize")
        assert trash + prizes + self.copies("Spoils", "Madman", "Mercenary") == 43

    def test_the_grand_total(self):
        assert sum(box.printed_cards or 0 for box in self.BOXES) == 3_155
        everything = sum(
            sum(full_pile(pile) for pile in box.piles)
            + sum(other.copies for other in box.others if not other.pile)
            + sum(components(box, "card").values())
            for box in self.BOXES
        )
        assert everything == 3_155


class TestTypesAndTags:
    """The randomizers; a mixed pile has a tag when any of its cards has it, Knights when all."""

    @pytest.mark.parametrize(("type_", "names"), TYPES.items())
    def test_the_piles_of_a_type(self, type_, names):
        assert {c.name for c in CATALOG.cards.values() if type_ in c.types} == listed(names)

    @pytest.mark.parametrize("name", [c.name for c in CATALOG.cards.values()])
    def test_type_tags_say_what_the_types_say(self, name):
        pile = card(name)
        for tag in TYPE_TAGS:
            type_ = tag.capitalize()
            inside = name != "Knights" and any(type_ in part.types for part in pile.contains)
            assert (tag in pile.tags) == (type_ in pile.types or inside), tag

    WHAT_THEY_DO = (
        ("Ironworks", "nonterminal", "gaining an Action gives +1 Action"),
        ("Sculptor", "nonterminal", "gaining a Treasure gives a Villager"),
        ("Groom", "nonterminal", "gaining a Victory card gives +1 Action"),
        ("Recruiter", "nonterminal", "trashing a card that costs something gives Villagers"),
        ("Conclave", "nonterminal", "playing another Action gives +1 Action"),
        ("Captain", "extra_play", "plays an Action from the Supply, now and next turn"),
        ("Band of Misfits", "extra_play", "plays a cheaper Action from the Supply"),
        ("Overlord", "extra_play", "plays an Action from the Supply"),
        ("Necromancer", "extra_play", "plays an Action from the trash"),
        ("Riverboat", "extra_play", "plays the card set aside, next turn"),
        ("Sailor", "extra_play", "plays a Duration when it is gained"),
        ("Wizards", "village", "Lich gives +2 Actions, whatever else it does"),
        ("Taskmaster", "village_conditional", "a card gained at $5 gives +1 Action next turn"),
        ("Swap", "thinner", "returns an Action from the hand to its pile"),
        ("Ambassador", "curser", "a Curse in hand makes others gain one"),
    )

    @pytest.mark.parametrize(("name", "tag", "because"), WHAT_THEY_DO)
    def test_a_card_is_tagged_by_what_it_says_and_our_definition(self, name, tag, because):
        assert tag in card(name).tags, because

    @pytest.mark.parametrize(
        ("tag", "implied"),
        [
            *(("cantrip", "nonterminal"), ("limited_trasher", "trasher"), ("curser", "junker")),
            *(("command", "extra_play"), ("victory", "alt_vp")),
        ],
    )
    def test_one_tag_goes_with_another(self, tag, implied):
        assert not [
            c.name for c in CATALOG.cards.values() if tag in c.tags and implied not in c.tags
        ]

    @pytest.mark.parametrize("tag", ["village", "draw"])
    def test_what_always_holds_is_not_told_as_conditional_too(self, tag):
        assert not [c for c in CATALOG.cards.values() if {tag, f"{tag}_conditional"} <= c.tags]

    def test_an_action_that_is_a_village_is_no_terminal(self):
        """Lackeys are the one exception: their Villagers come when they are gained."""
        villages = {c.name for c in CATALOG.cards.values() if "village" in c.tags}
        no_terminals = {c.name for c in CATALOG.cards.values() if "nonterminal" in c.tags}
        actions = {c.name for c in CATALOG.cards.values() if "Action" in c.types}
        assert villages & actions - no_terminals == {"Lackeys"}
        assert no_terminals <= actions

    def test_no_treasure_is_told_to_give_coins(self):
        assert not [
            c for c in CATALOG.cards.values() if "coins" in c.tags and "Treasure" in c.types
        ]

    def test_the_tags_of_mixed_piles_that_their_randomizers_do_not_show(self):
        hidden = {
            pile.name: {t for t in TYPE_TAGS if t in pile.tags and t.capitalize() not in pile.types}
            for pile in CATALOG.cards.values()
            if pile.contains
        }
        assert hidden["Knights"] == set()
        assert "victory" in hidden["Clashes"]
        assert "attack" in card("Catapult/Rocks").tags
        assert "treasure" in hidden["Gladiator/Fortune"]
        assert "treasure" in hidden["Encampment/Plunder"]
        assert "attack" in hidden["Augurs"]

    def test_every_pile_is_something_to_play_or_to_score(self):
        main = {"Action", "Treasure", "Victory", "Night"}
        assert [c.name for c in CATALOG.cards.values() if not main & set(c.types)] == []

    def test_cards_with_a_back_of_their_own(self):
        assert {c.name for c in CATALOG.cards.values() if c.own_back} == {
            "Stash",
            *listed(TYPES["Shadow"]),
        }

    def test_cards_with_a_reminder_for_the_whole_game(self):
        assert {c.name for c in CATALOG.cards.values() if c.remind} == {
            "Duchess",
            "Charlatan",
            "Changeling",
            "Footpad",
            "Shaman",
        }


class TestCosts:
    """Annotated rules 2013, section 4, Potions; the cards."""

    def test_every_card_with_a_potion_in_its_cost(self):
        found = {c.name: str(c.cost) for c in CATALOG.cards.values() if c.cost.potion}
        assert found == POTION_COSTS
        assert [o.name for o in CATALOG.others.values() if o.cost and o.cost.potion] == []

    def test_every_card_and_landscape_with_debt_in_its_cost(self):
        found = {
            t.name: (t.cost.coin, t.cost.debt)
            for t in CATALOG.by_name.values()
            if t.cost and t.cost.debt
        }
        assert found == DEBT_COSTS

    def test_cards_with_a_mark_beside_their_cost(self):
        marked = {c.name: str(c.cost) for c in CATALOG.cards.values() if c.cost.mark}
        assert marked == {
            "Stonemason": "$2+",
            "Doctor": "$3+",
            "Masterpiece": "$3+",
            "Herald": "$4+",
            "Farrier": "$2+",
            "Infirmary": "$3+",
            "Grand Market": "$6*",
            "Peddler": "$8*",
            "Animal Fair": "$7*",
            "Destrier": "$6*",
            "Fisherman": "$5*",
            "Wayfarer": "$6*",
        }

    @pytest.mark.parametrize("name", ["Masterpiece", "Infirmary", "Doctor"])
    def test_a_mark_is_ignored_by_cost_tests(self, name):
        assert card(name).cost.is_exactly(3)

    @pytest.mark.parametrize("name", ["University", "Apothecary", "Scrying Pool"])
    def test_two_coins_and_a_potion_are_not_two_coins(self, name):
        assert not card(name).cost.is_exactly(2)

    @pytest.mark.parametrize("name", ["Transmute", "Vineyard", "Engineer"])
    def test_a_cost_without_coins_is_not_zero_coins(self, name):
        assert not card(name).cost.is_exactly(0)
        assert not str(card(name).cost).startswith("$")

    @pytest.mark.parametrize(
        ("name", "coins"),
        [
            ("Ill-Gotten Gains", 5),
            ("Marauder", 4),
            ("Merchant Guild", 5),
            ("Knights", 5),
            ("Castles", 3),
            ("Ferryman", 5),
            ("Poor House", 1),
            ("Black Market", 3),
        ],
    )
    def test_costs_that_lists_get_wrong(self, name, coins):
        assert card(name).cost.is_exactly(coins)

    @pytest.mark.parametrize(
        ("text", "cost"),
        [
            ("0", Cost()),
            ("4", Cost(4)),
            ("2P", Cost(2, 1)),
            ("P", Cost(0, 1)),
            ("8D", Cost(0, 0, 8)),
            ("8 8D", Cost(8, 0, 8)),
            ("6*", Cost(6, mark="*")),
            ("3+", Cost(3, mark="+")),
        ],
    )
    def test_how_a_cost_is_written(self, text, cost):
        assert Cost.parse(text) == cost

    @pytest.mark.parametrize("text", ["", "x", "-1", "P2", "4PP", "3D3", "4 ", "$4", "4**"])
    def test_what_is_no_cost(self, text):
        assert Cost.parse(text) is None

    @pytest.mark.parametrize(
        ("cost", "text"),
        [
            (Cost(), "$0"),
            (Cost(4), "$4"),
            (Cost(2, 1), "$2P"),
            (Cost(0, 1), "P"),
            (Cost(0, 0, 8), "8D"),
            (Cost(3, mark="+"), "$3+"),
        ],
    )
    def test_how_a_cost_is_shown(self, cost, text):
        assert str(cost) == text

    def test_coins_and_debt_are_shown_apart(self):
        assert str(thing("Fortune").cost) == "$8 8D"
        assert str(thing("Wedding").cost) == "$4 3D"


class TestLoading:
    """Once per process; languages and kingdoms when they are wanted."""

    def test_the_catalogue_is_read_once(self):
        assert load_catalog() is load_catalog()
        assert load_catalog() is CATALOG

    def test_kingdoms_and_other_languages_are_read_when_wanted(self):
        fresh = Catalog(DATA)
        assert not {"published", "local_names", "published_by_ten"} & set(vars(fresh))
        assert fresh.published is fresh.published
        assert "local_names" not in vars(fresh)
        assert fresh.local_names is fresh.local_names

    def test_an_english_name_needs_no_other_language(self):
        fresh = Catalog(DATA)
        assert names_of(fresh).find("smithy").name == "Smithy"
        assert "local_names" not in vars(fresh)
        assert names_of(fresh).find("Schmiede").name == "Smithy"
        assert "local_names" in vars(fresh)

    def test_a_broken_kingdom_or_language_does_not_hinder_the_rest(self, data):
        append(data, "kingdoms/dark_ages.toml", "[[kingdom")
        append(data, "names/de.toml", "[high")
        catalog = Catalog(data)
        assert len(catalog.cards) == 498
        with pytest.raises(CatalogError, match=r"data/kingdoms/dark_ages\.toml"):
            _ = catalog.published
        with pytest.raises(CatalogError, match=r"data/names/de\.toml"):
            _ = catalog.local_names

    def test_shelf_order_promos_last_editions_of_a_game_together(self):
        order = list(CATALOG.boxes)
        assert order[:4] == ["dominion-1e", "dominion-2e", "dominion-update-pack", "intrigue-1e"]
        assert all(CATALOG.boxes[box].kind == "promo" for box in order[-12:])
        assert order.index("prosperity-update-pack") == order.index("prosperity-2e") + 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data that a test may break, with the kingdoms of two boxes."""
    copy = Path(shutil.copytree(DATA, tmp_path / "data"))
    for path in (copy / "kingdoms").glob("*.toml"):
        if path.stem not in ("cornucopia", "dark_ages"):
            path.unlink()
    return copy


FEW = ("dark_ages", "base_cards", "alchemy", "prosperity_2e", "prosperity_update_pack")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A copy of the files of a few boxes that need no other."""
    cards = tmp_path / "data" / "cards"
    cards.mkdir(parents=True)
    for stem in (*FEW, "promo_summon"):
        shutil.copy(DATA / "cards" / f"{stem}.toml", cards)
    return cards.parent


def change(data: Path, file: str, old: str, new: str) -> None:
    """Put one text in place of another, the first time it occurs."""
    path = data / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def append(data: Path, file: str, text: str) -> None:
    """Write more at the end of a file, or a new one."""
    path = data / file
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{there}\n{text}\n", encoding="utf-8")


def faults(data: Path) -> tuple[str, ...]:
    """What the loader says of the cards."""
    with pytest.raises(CatalogError) as caught:
        Catalog(data)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return caught.value.faults


DARK_AGES = "cards/dark_ages.toml"


class TestRefusedCardFiles:
    """Every message names the file, the card, the field and the nearest valid spelling."""

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            (
                'needs = ["Spoils"]',
                'need = ["Spoils"]',
                'Bandit Camp: unknown key "need"; did you mean "needs"?',
            ),
            (
                "cost = 6",
                'cost = "six"',
                'Altar: "cost" must be a cost such as 4, "2P", "8D", "6*" or "3+", not \'six\'',
            ),
            (
                "cost = 6",
                "cost = true",
                'Altar: "cost" must be a cost such as 4, "2P", "8D", "6*" or "3+", not True',
            ),
            ("cost = 6\n", "", 'Altar: "cost" is missing'),
            ('types = ["Action"]\n', "", 'Altar: "types" is missing'),
            (
                'types = ["Action"]',
                'types = "Action"',
                "Altar: \"types\" must be a list of texts, not 'Action'",
            ),
            ('types = ["Action"]', "types = []", 'Altar: "types" must be a list of texts, not []'),
            (
                'types = ["Action"]',
                "types = [5]",
                'Altar: "types" must be a list of texts, not [5]',
            ),
            (
                '"trasher", "gainer"',
                '"trahser", "gainer"',
                'Altar: "tags": unknown tag "trahser"; did you mean "trasher"?',
            ),
            (
                'needs = ["Spoils"]',
                'needs = ["Spoil"]',
                'Bandit Camp: "needs": unknown material "Spoil"; did you mean "Spoils"?',
            ),
            (
                'contains = ["Dame Anna"',
                'contains = ["Dame Ana"',
                'Knights: "contains": unknown card "Dame Ana"; did you mean "Dame Anna"?',
            ),
            (
                'pile = "rats"',
                'pile = "rat"',
                'Rats: "pile" must be one of rats, port, knights, castles, halves, '
                "quarters, not 'rat'; did you mean \"rats\"?",
            ),
            (
                'name = "Altar"',
                'name = ""',
                "card 1: \"name\" must be a text, not ''",
            ),
            ('name = "Altar"\n', "", 'card 1: "name" is missing'),
            ('name = "Altar"', "name = 3", 'card 1: "name" must be a text, not 3'),
            (
                'kind = "expansion"',
                'kind = "expansoin"',
                'box: "kind" must be one of base game, expansion, update pack, basic cards, promo, '
                "not 'expansoin'; did you mean \"expansion\"?",
            ),
            ("year = 2012\n", "", 'box: "year" is missing'),
            (
                "printed_cards = 500",
                'printed_cards = "500"',
                "box: \"printed_cards\" must be a whole number from 1, not '500'",
            ),
            ("edition = 1", "edition = 0", 'box: "edition" must be a whole number from 1, not 0'),
            ("[box]", "[bax]", 'unknown table "bax"; did you mean "box"?'),
            ("[box]", "[bax]", "the table [box] is missing"),
            (
                "[component.card]",
                "[component.cards]",
                'component: unknown kind "cards"; did you mean "card"?',
            ),
            (
                "count = 35",
                "counts = 35",
                'Randomizer: unknown key "counts"; did you mean "count"?',
            ),
            ("count = 35", "counts = 35", 'Randomizer: "count" is missing'),
            (
                "Randomizer = { count = 35,",
                "Randomizer = { count = -1,",
                'Randomizer: "count" must be a whole number from 1, not -1',
            ),
            (
                'beside = ["Madman"]',
                'beside = ["Madmen"]',
                'Madman: unknown card or group "Madmen"; did you mean "Madman"?',
            ),
            ('needs = ["Madman"]\n', "", "Madman: is needed by no card"),
        ],
    )
    def test_faults_of_a_row(self, few, old, new, says):
        change(few, DARK_AGES, old, new)
        assert f"data/{DARK_AGES}: {says}" in faults(few)

    def test_a_nonsense_spelling_gets_no_suggestion(self, few):
        change(few, DARK_AGES, 'needs = ["Spoils"]', 'zzzqqq = ["Spoils"]')
        assert f'data/{DARK_AGES}: Bandit Camp: unknown key "zzzqqq"' in faults(few)

    def test_broken_toml(self, few):
        append(few, DARK_AGES, "[[card]\nname =")
        (fault, *_) = faults(few)
        assert fault.startswith(f"data/{DARK_AGES}: is not valid TOML: ")
        assert "line" in fault

    def test_bytes_that_are_no_utf_8(self, few):
        (few / DARK_AGES).write_bytes(b'[box]\nname = "D\xfcster"\n')
        (fault, *_) = faults(few)
        assert fault.startswith(f"data/{DARK_AGES}: is not valid TOML: ")
        assert "utf-8" in fault

    def test_an_empty_file(self, few):
        (few / "cards/next_year.toml").write_text("")
        assert "data/cards/next_year.toml: the table [box] is missing" in faults(few)

    def test_an_unknown_table(self, few):
        append(few, DARK_AGES, '[[cards]]\nname = "X"')
        assert f'data/{DARK_AGES}: unknown table "cards"; did you mean "card"?' in faults(few)

    def test_a_table_where_an_array_of_tables_belongs(self, few):
        append(few, "cards/promo_summon.toml", '[other]\nname = "X"')
        assert "data/cards/promo_summon.toml: write [[other]], one for each other" in faults(few)

    def test_a_number_where_a_table_belongs(self, few):
        change(few, "cards/promo_summon.toml", "[box]", "other = [3]\n[box]")
        assert "data/cards/promo_summon.toml: other 1: must be a table" in faults(few)

    @pytest.mark.parametrize("line", ["component = 5", "component.card = 5", "box = 3", "card = 3"])
    def test_a_number_where_tables_belong_is_refused_and_not_stumbled_over(self, few, line):
        (few / "cards/next_year.toml").write_text(f"{line}\n")
        assert any("data/cards/next_year.toml" in fault for fault in faults(few))

    @pytest.mark.parametrize(
        ("file", "old", "new", "says"),
        [
            (
                "cards/prosperity_update_pack.toml",
                '"Anvil"',
                '"Anvill"',
                'box.piles_of: "Anvill" is not written in data/cards/prosperity_2e.toml; '
                'did you mean "Anvil"?',
            ),
            (
                "cards/prosperity_update_pack.toml",
                "prosperity-2e =",
                "prosperity-2 =",
                'box.piles_of: unknown box "prosperity-2"; did you mean "prosperity-2e"?',
            ),
            (
                "cards/alchemy.toml",
                '["Potion"]',
                '["Potions"]',
                'box.others_of: "Potions" is not written in data/cards/base_cards.toml; '
                'did you mean "Potion"?',
            ),
            (
                "cards/alchemy.toml",
                "base-cards =",
                "base-card =",
                'box.others_of: unknown box "base-card"; did you mean "base-cards"?',
            ),
        ],
    )
    def test_piles_and_cards_of_another_box(self, few, file, old, new, says):
        change(few, file, old, new)
        assert f"data/{file}: {says}" in faults(few)

    def test_a_card_written_twice_in_one_file(self, few):
        append(few, DARK_AGES, '[[card]]\nname = "Altar"\ncost = 6\ntypes = ["Action"]')
        assert faults(few) == (
            f"data/{DARK_AGES}: Altar: is already written in data/{DARK_AGES}; "
            "name it there instead",
        )

    def test_a_card_written_in_two_files(self, few):
        file = "cards/prosperity_2e.toml"
        append(few, file, '[[card]]\nname = "Altar"\ncost = 6\ntypes = ["Action"]')
        assert faults(few) == (
            f"data/{file}: Altar: is already written in data/{DARK_AGES}; name it there instead",
        )

    def test_names_that_differ_only_in_case_and_apostrophes_are_the_same_card(self, few):
        file = "cards/promo_summon.toml"
        append(few, file, '[[card]]\nname = "kings court"\ncost = 6\ntypes = ["Action"]')
        (fault, *_) = faults(few)
        assert "King's Court: is already written in data/cards/promo_summon.toml" in fault

    def test_a_card_in_two_piles(self, few):
        append(
            few,
            DARK_AGES,
            '[[card]]\nname = "Squires"\ncost = 5\ntypes = ["Action"]\npile = "halves"\n'
            'contains = ["Dame Anna", "Dame Molly"]',
        )
        assert f'data/{DARK_AGES}: Squires: "Dame Anna" lies in two piles' in faults(few)

    def test_a_mixed_pile_must_say_what_it_contains(self, few):
        append(
            few,
            DARK_AGES,
            '[[card]]\nname = "Squires"\ncost = 5\ntypes = ["Action"]\npile = "halves"',
        )
        assert faults(few) == (
            f'data/{DARK_AGES}: Squires: a pile of kind "halves" must say what it contains',
        )

    def test_an_unknown_kind_of_landscape(self, few):
        change(few, "cards/promo_summon.toml", 'kind = "event"', 'kind = "evnt"')
        (fault,) = faults(few)
        assert fault.startswith("data/cards/promo_summon.toml: Summon: ")
        assert '"kind" must be one of event, landmark, project, way, trait, ally, prophecy' in fault
        assert fault.endswith('did you mean "event"?')

    def test_a_material_nobody_needs(self, few):
        append(
            few,
            DARK_AGES,
            '[[material]]\nname = "Confusion"\nrule = ["confusion"]\nsays = "x"\nsource = "p. 1"\n'
            'reserves = ["Coin"]',
        )
        assert faults(few) == (f"data/{DARK_AGES}: Confusion: is needed by no card",)

    def test_a_material_written_twice(self, few):
        append(
            few,
            DARK_AGES,
            '[[material]]\nname = "Spoils"\nrule = ["x"]\nsays = "x"\nsource = "p. 1"\n'
            'beside = ["Spoils"]',
        )
        assert f"data/{DARK_AGES}: Spoils: is written twice" in faults(few)

    def test_a_folder_without_boxes(self, tmp_path):
        (tmp_path / "data" / "cards").mkdir(parents=True)
        assert faults(tmp_path / "data") == ("data/cards: holds no box",)

    def test_all_faults_of_a_file_are_told_at_once(self, few):
        change(few, DARK_AGES, 'needs = ["Spoils"]', 'need = ["Spoils"]')
        change(few, DARK_AGES, "cost = 6", 'cost = "six"')
        change(few, DARK_AGES, "year = 2012\n", "")
        change(few, DARK_AGES, 'pile = "rats"', 'pile = "mice"')
        change(few, DARK_AGES, '"Dame Anna"', '"Dame Ana"')
        change(few, DARK_AGES, '"trasher", "gainer"', '"trahser", "gainer"')
        found = faults(few)
        for card_ in ("Bandit Camp", "Altar", "box", "Rats", "Knights"):
            assert [f for f in found if f.startswith(f"data/{DARK_AGES}: {card_}: ")], card_
        assert [f for f in found if "trahser" in f]

    def test_faults_of_several_files_are_told_at_once(self, few):
        change(few, DARK_AGES, "cost = 6", 'cost = "six"')
        change(few, "cards/promo_summon.toml", 'kind = "event"', 'kind = "evnt"')
        assert len(faults(few)) == 2


class TestRefusedKingdomFiles:
    """Recommended kingdoms name ten different known piles."""

    @staticmethod
    def faults(data: Path) -> tuple[str, ...]:
        catalog = Catalog(data)
        with pytest.raises(CatalogError) as caught:
            _ = catalog.published
        return caught.value.faults

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            (
                '"Harvest"',
                '"Harvset"',
                'Bounty of the Hunt: "cards": unknown name "Harvset"; did you mean "Harvest"?',
            ),
            (
                '"Harvest", ',
                "",
                'Bounty of the Hunt: "cards" must name ten different piles',
            ),
            (
                '"Harvest", ',
                '"Tournament", ',
                'Bounty of the Hunt: "cards" must name ten different piles',
            ),
            (
                "dominion-1e/",
                "dominion-1/",
                'Bounty of the Hunt: "boxes": unknown name "dominion-1"; did you mean '
                '"dominion-1e"?',
            ),
            (
                'bane = "Chancellor"',
                'bane = "Chancelor"',
                'The Jester\'s Workshop: "bane": unknown name "Chancelor"; did you mean '
                '"Chancellor"?',
            ),
            (
                'bane = "Chancellor"',
                'bain = "Chancellor"',
                'The Jester\'s Workshop: unknown key "bain"; did you mean "bane"?',
            ),
            (
                'id = "bad-omens"',
                'id = "bounty-of-the-hunt"',
                'Bad Omens: the id "bounty-of-the-hunt" is used twice',
            ),
            ('id = "bad-omens"\n', "", 'Bad Omens: "id" is missing'),
        ],
    )
    def test_faults_of_a_kingdom(self, data, old, new, says):
        change(data, "kingdoms/cornucopia.toml", old, new)
        assert f"data/kingdoms/cornucopia.toml: {says}" in self.faults(data)

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ('landscapes = ["Almz"]', '"landscapes": unknown name "Almz"; did you mean "Alms"?'),
            (
                'druid_boons = ["The Sea\'s Gft"]',
                '"druid_boons": unknown name "The Sea\'s Gft"; did you mean "The Sea\'s Gift"?',
            ),
            (
                'traits = { Cheep = "Cellar" }',
                '"traits": unknown name "Cheep"; did you mean "Cheap"?',
            ),
            ('shelters = "yes"', "\"shelters\" must be true or false, not 'yes'"),
        ],
    )
    def test_faults_beside_the_ten(self, data, line, says):
        old = 'id = "bad-omens"'
        change(data, "kingdoms/cornucopia.toml", old, f"{old}\n{line}")
        assert f"data/kingdoms/cornucopia.toml: Bad Omens: {says}" in self.faults(data)

    def test_an_unknown_table(self, data):
        append(data, "kingdoms/cornucopia.toml", '[[kingdoms]]\nname = "X"')
        says = 'unknown table "kingdoms"; did you mean "kingdom"?'
        assert f"data/kingdoms/cornucopia.toml: {says}" in self.faults(data)

    def test_all_faults_of_a_file_are_told_at_once(self, data):
        change(data, "kingdoms/cornucopia.toml", '"Harvest"', '"Harvset"')
        change(data, "kingdoms/cornucopia.toml", 'bane = "Chancellor"', 'bane = "Chancelor"')
        assert len(self.faults(data)) == 2


class TestRefusedNameFiles:
    """Names of another language, by the id of the card."""

    @staticmethod
    def faults(data: Path) -> tuple[str, ...]:
        catalog = Catalog(data)
        with pytest.raises(CatalogError) as caught:
            _ = catalog.local_names
        return caught.value.faults

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            (
                "adventurer = ",
                "adventurrer = ",
                'high: unknown card "adventurrer"; did you mean "adventurer"?',
            ),
            ('"Abenteurer"', "5", 'high: "adventurer" must be a text, not 5'),
            ('"Abenteurer"', '" "', "high: \"adventurer\" must be a text, not ' '"),
            ("[high]", "[hihg]", 'unknown table "hihg"; did you mean "high"?'),
            (
                "[medium]",
                '[medium]\nadventurer = "Abenteurer"',
                'medium: "adventurer" is named twice',
            ),
        ],
    )
    def test_faults_of_a_name(self, data, old, new, says):
        change(data, "names/de.toml", old, new)
        assert f"data/names/de.toml: {says}" in self.faults(data)

    def test_another_spelling_of_a_card_without_a_name(self, data):
        change(data, "names/de.toml", "[other_spellings]", '[other_spellings]\nzoo = ["Zoo"]')
        (fault,) = self.faults(data)
        assert fault.startswith('data/names/de.toml: other_spellings: "zoo" has no name')

    @pytest.mark.parametrize("value", ['"Umbau!"', "[5]", "3"])
    def test_other_spellings_are_a_list_of_texts(self, data, value):
        change(data, "names/de.toml", "[other_spellings]", f"[other_spellings]\nsmithy = {value}")
        assert any("smithy" in fault for fault in self.faults(data))

    @pytest.mark.parametrize("text", ["high = 3", "[high]\n[other_spellings]\nx = 3"])
    def test_something_else_than_a_table_is_refused_and_not_stumbled_over(self, data, text):
        (data / "names/de.toml").write_text(text)
        assert any("data/names/de.toml" in fault for fault in self.faults(data))

    def test_a_language_without_a_file_has_no_names(self, data):
        (data / "names/pl.toml").unlink()
        names = Catalog(data).local_names
        assert tuple(names) == LANGUAGES
        assert names["pl"] == {}


NEXT_YEAR = """
[box]
name = "Orchards"
family = "orchards"
edition = 1
year = 2027
kind = "expansion"
printed_cards = 65

[component.card]
Randomizer = { count = 4, source = "rulebook" }

[component.mat]
"Basket mat" = { count = 6, source = "rulebook" }

[component.token]
"Coin token" = { count = 20, source = "rulebook" }

[[card]]
name = "Apple Picker"
cost = 3
types = ["Action"]
tags = ["gainer"]
needs = ["Baskets"]

[[card]]
name = "Cider Press"
cost = "3P"
types = ["Action"]

[[card]]
name = "Apple Thief"
cost = 5
types = ["Action", "Attack", "Looter"]

[[card]]
name = "Old Orchard"
cost = 4
types = ["Victory"]

[[landscape]]
name = "Harvest Home"
kind = "event"
cost = 2
needs = ["Baskets"]

[[other]]
name = "Fallen Apple"
kind = "non-supply"
types = ["Action"]
cost = "0*"
copies = 12

[[other]]
name = "Old Basket"
kind = "heirloom"
types = ["Treasure", "Heirloom"]
cost = 2
copies = 6

[[material]]
name = "Baskets"
rule = ["baskets"]
says = "All twelve Fallen Apples lie beside the Supply; each player takes a Basket mat and a coin."
source = "p. 2"
beside = ["Fallen Apple"]
player_mats = ["Basket"]
player_tokens = { Coin = 1 }
reserves = ["Coin"]
heirloom = "Old Basket"
remind = "Empty the baskets at the end."
"""


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All boxes, and that of next year."""
    data = Path(shutil.copytree(DATA, tmp_path_factory.mktemp("next_year") / "data"))
    (data / "cards/orchards.toml").write_text(NEXT_YEAR)
    return Catalog(data)


class TestANewBox:
    """A box of next year is one data file; no code knows its cards."""

    BOXES = ("dominion-2e", "orchards", "base-cards")

    def plan(
        self,
        catalog: Catalog,
        *names: str,
        players: int = 3,
        boxes: tuple[str, ...] = BOXES,
        landscapes: tuple[str, ...] = (),
    ) -> SetupPlan:
        names_ = names_of(catalog)
        ten = (*names, *DULL)[:10]
        kingdom = Kingdom(
            piles=tuple(names_.find(name) for name in ten),
            landscapes=tuple(catalog.landscapes[name] for name in landscapes),
            platinum_colony=False,
            shelters=False,
        )
        return plan_setup(settle(kingdom, players, gather(catalog, boxes)))

    def test_it_joins_the_shelf(self, catalog):
        assert set(catalog.boxes) == {*CATALOG.boxes, "orchards"}
        box = catalog.boxes["orchards"]
        assert box.title == "Orchards"
        ours = [id_ for id_, one in catalog.boxes.items() if one.kind != "promo"]
        assert ours[-1] == "orchards"
        assert box.stock["Apple Picker"] == 10
        assert box.stock["Old Orchard"] == 12

    @pytest.mark.parametrize("players", [2, 3, 6])
    def test_its_material_is_set_out_for_the_card_that_needs_it(self, catalog, players):
        boxes = (*self.BOXES, "intrigue-1e")
        plan = self.plan(catalog, "Apple Picker", players=players, boxes=boxes)
        assert supply(plan)["Apple Picker"] == 10
        assert beside(plan) == {"Fallen Apple": 12}
        assert plan.player_mats == ("Basket",)
        assert plan.player_tokens == {"Coin": 1}
        assert plan.token_reserves == ("Coin",)
        assert plan.starting_deck == {"Copper": 6, "Estate": 3, "Old Basket": 1}
        assert plan.reminders == ("Empty the baskets at the end.",)
        assert plan.because["Fallen Apple"] == ("Apple Picker",)
        assert plan.status == "ok"
        fetch = fetched(plan)["orchards"]
        assert fetch["Fallen Apple"] == 12
        assert fetch["Basket mat"] == fetch["Old Basket"] == players
        assert fetch["Coin tokens"] == 20

    def test_nothing_of_it_is_set_out_without_that_card(self, catalog):
        plan = self.plan(catalog, "Old Orchard")
        assert plan.beside == ()
        assert plan.player_mats == ()

    def test_its_event_asks_for_the_same(self, catalog):
        plan = self.plan(catalog, landscapes=("harvest-home",))
        assert beside(plan) == {"Fallen Apple": 12}
        assert plan.because["Fallen Apple"] == ("Harvest Home",)

    @pytest.mark.parametrize(("players", "count"), [(2, 8), (3, 12), (4, 12)])
    def test_its_victory_pile_is_sized_by_players(self, catalog, players, count):
        assert supply(self.plan(catalog, "Old Orchard", players=players))["Old Orchard"] == count

    def test_a_potion_in_a_cost_brings_the_potions(self, catalog):
        assert supply(self.plan(catalog, "Cider Press"))["Potion"] == 16

    def test_a_looter_brings_the_ruins(self, catalog):
        plan = self.plan(catalog, "Apple Thief", boxes=(*self.BOXES, "dark-ages"))
        assert supply(plan)["Ruins"] == 20

    def test_seven_players_are_one_mat_and_one_heirloom_short(self, catalog):
        plan = self.plan(catalog, "Apple Picker", players=7, boxes=(*self.BOXES, "intrigue-1e"))
        assert codes(plan)["check-mats-short"] == "warning"
        assert codes(plan)["check-tokens-limited"] == "error"

    def test_its_names_are_found_and_suggested(self, catalog):
        names = names_of(catalog)
        assert names.find("apple picker").name == "Apple Picker"
        assert names.suggest("Aple Piker")[0] == "Apple Picker"

    def test_a_victory_card_follows_the_victory_count_by_its_type(self, data):
        """Annotated rules 2013, section 1: any Kingdom Victory pile, whatever else is said."""
        plain = NEXT_YEAR.replace('pile = "victory"\n', "")
        (data / "cards/orchards.toml").write_text(plain)
        catalog = Catalog(data)
        assert supply(self.plan(catalog, "Old Orchard", players=2))["Old Orchard"] == 8
        assert supply(self.plan(catalog, "Old Orchard", players=3))["Old Orchard"] == 12


def test_no_file_repeats_what_a_card_says():
    """Facts only: names, costs, types, counts; a reminder is a short sentence of our own."""
    for path in sorted((DATA / "cards").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^text\s*=", text, flags=re.MULTILINE), path.name
    assert max(len(c.remind) for c in CATALOG.cards.values()) < 160
