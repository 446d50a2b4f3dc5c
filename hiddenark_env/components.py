"""What the components are called, how many there are, and how large their numbers may be (RULES.md 4)."""

PLAYERS = 4
RESOURCES = ("chem", "marine", "cons", "tech", "money")
SCIENCES = RESOURCES[:4]
EFFECTS = (*RESOURCES, "any", "science", "move", "rescue", "build", "upgrade", "vp")  # of a token
COLOURS = ("north_pacific", "south_pacific", "atlantic", "indian", "polar")
ROWS = ("build", "operation", "upgrade", "research")
DIRECTIONS = ("N", "E", "S", "W")
MODES = ("competitive", "coop", "solo")
SOURCES = ("rulebook", "derived", "house")

CLASSES = ("once", "upgrade", "instant")  # of a token
KEPT_KINDS = 32  # ids of tokens that a player may keep come first
TOKEN_KINDS = 64
TOKENS = 106  # copies of all kinds together

TILES_PER_COLOUR = 6
TILES = TILES_PER_COLOUR * len(COLOURS)
FISH_PER_COLOUR = 2  # spaces of a map
FISH_SPACES = FISH_PER_COLOUR * len(COLOURS)

ESCALATION_KINDS = 16
ESCALATIONS = 24  # copies of all kinds together

SIDES = ("many", "two")  # of the award tokens: 3 or 4 players, 1 or 2
WORLD_WIDE = len(COLOURS)  # the award after those of the colours
AWARDS = WORLD_WIDE + 1
POSITIONS = ("first", "second", "third", "fourth")

BANDS = 9  # of the co-op and solo rating, band 0 included

PIECES = 4  # stations of a player, and vessels
SLOTS_PER_ROW = 4
SLOTS = SLOTS_PER_ROW * len(ROWS)

MAPS = 4  # loaded at once
SEA_SPACES = 64
FEWEST_LOCATIONS = 4
LOCATIONS = 32
VP_SPACES = 10

MOST = 15  # of every amount but VP
MOST_VP = 31
MOST_SPACE_VP = 9  # a VP space of a map is one digit
MOST_NEED = PIECES
MOST_BOUND = 999  # of a rating
