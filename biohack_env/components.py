"""What the components are called, how many there are, and how large their numbers may be (RULES.md 5)."""

PLAYERS = 4
GENES = ("mammal", "aquatic", "avian", "reptile", "primate", "feral")
COIN, MEDICINE, EP = 6, 7, 8
RESOURCES = (*GENES, "coin", "medicine", "ep")
MOST_GENES = 10  # of a type that a player stores
CLASSES = ("common", "artisan", "noble")
ROWS = (4, 3, 2)  # spaces of a player board by class
SPACES = sum(ROWS)
SPACE_NAMES = tuple(f"{name}{i}" for name, size in zip(CLASSES, ROWS, strict=True) for i in range(size))
BOARDS = 4
PLAYER_SIDES = ("basic", "advanced")
MAIN_SIDES = ("A", "B")  # 1 or 2 players, 3 or 4
LOCATIONS = ("mountain", "river", "bank", "hospital", "basement")
MOUNTAIN, RIVER, BANK, HOSPITAL, BASEMENT = range(5)
SOURCES = ("rulebook", "derived", "house")

CREATURES_OF = (20, 16, 12)  # by class; ids count through the classes
CREATURES = sum(CREATURES_OF)
SCIENTISTS = 6
MILESTONES = 10
TILES = 20
DIE_FACES = 12  # at most
DIE_RESULTS = 4  # injury, feral, feral and injury, mammal or aquatic
SOLO_PER_LOCATION = 3
SOLO_CARDS = SOLO_PER_LOCATION * len(LOCATIONS)
TOKEN_SPACES = (1, 2, 3, 5, 6, 8)  # of a player board, for the six Enclosure tokens (R90)

AREAS = ("biofarm", "alley", "dna")
SPACES_OF_AREAS = (
    *("biofarm", "biofarm_gene", "biofarm_reserve"),
    *("alley", "alley_feral", "alley_reserve"),
    *("dna", "dna_buy", "dna_reserve"),
)
TILE_SPACES = tuple(f"tile{i}" for i in range(4))
EXPERIMENTS = (*SPACES_OF_AREAS, *TILE_SPACES)
ADVANCED = tuple(name for name in EXPERIMENTS if name not in AREAS)
POLICE_AREAS = (*AREAS, "downtown")

COLUMNS = (3, 4)  # of the display, by main side
SEATS = (2, 4)  # milestone spaces and turn orders, by main side
MILESTONE_CARDS = 4  # on display
RESERVATIONS = 4
TILES_SHOWN = (2, 4)  # by main side

LINES = 256  # different lines of all effects
LINES_OF_EFFECT = 2
TERMS_OF_SCORE = 2
STACK = 12
MOST = 12  # of a resource in a line
MOST_TIMES = 9  # purchases, creations, rerolls, trades, discounts
MOST_PRICE = 30  # of an unlock
MOST_COINS = 60  # at the start
MOST_EP = 60  # of a card, a space or a term
MOST_ROUNDS = 5
