/* Connect Four in plain C: the same states, choices, deals and arrays as the kernels of arkade, byte for byte. */
#include <stdint.h>
#include <string.h>

enum { PLAYERS = 2, ROWS = 6, COLUMNS = 7, CELLS = ROWS * COLUMNS, WIDTH = PLAYERS * CELLS, NONE = -1 };
enum { DEALS = 1, CHOICES = 2 }; /* roles of random streams */

#define BOTTOM 0x01010101010101LL
#define ONES 0x0101010101010101ULL
#define TOPS 0x8080808080808080ULL
#define GOLDEN 0x9E3779B97F4A7C15ULL

typedef struct {
    uint64_t rng;
    int8_t num_players, current_player, over, moves, winner, padding[3];
    int64_t boards[PLAYERS];
} State;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

static inline uint64_t hash2(uint64_t a, uint64_t b) { return mix(mix(a + GOLDEN) ^ b); }

static inline uint64_t deal_seed(uint64_t seed, uint64_t row, uint64_t game) {
    return hash2(hash2(hash2(seed, DEALS), row), game);
}

static inline void deal(State *s, uint64_t seed) {
    *s = (State){.rng = seed, .num_players = PLAYERS, .winner = NONE};
}

/* A byte for each column, 1 where a disc may be dropped. */
static inline uint64_t legal(const State *s) {
    return s->over ? 0 : ~(s->boards[0] | s->boards[1]) >> (ROWS - 1) & BOTTOM;
}

/* The column of the k-th byte that is 1: a product leaves running sums in the bytes, as in arkade.loops.choose. */
static inline int choose(uint64_t mask, uint64_t bits) {
    uint64_t sums = mask * ONES, left = (bits >> 32) * (sums >> 56) >> 32;
    uint64_t beyond = (sums | TOPS) - ONES * (left + 1) & TOPS;
    return __builtin_ctzll(beyond) >> 3;
}

static inline int has_line(int64_t board) {
    const int along[] = {1, 8, 9, 7};
    int64_t lines = 0;
    for (int i = 0; i < 4; i++) {
        int64_t pairs = board & board >> along[i];
        lines |= pairs & pairs >> 2 * along[i];
    }
    return lines != 0;
}

static inline void step(State *s, int action) {
    int player = s->current_player;
    int64_t bottom = 1LL << 8 * action;
    int64_t board = s->boards[player] | ((s->boards[0] | s->boards[1]) + bottom & bottom * ((1 << ROWS) - 1));
    s->boards[player] = board;
    s->moves++;
    s->current_player = 1 - player;
    if (has_line(board)) s->winner = player;
    if (s->winner != NONE || s->moves == CELLS) s->over = 1, s->current_player = NONE;
}

static inline void observe(const State *s, int player, uint8_t *out) {
    for (int plane = 0; plane < PLAYERS; plane++) {
        int64_t board = s->boards[plane ? 1 - player : player];
        for (int row = 0; row < ROWS; row++, out += COLUMNS) {
            int64_t cells = board >> row & BOTTOM;
            memcpy(out, &cells, COLUMNS);
        }
    }
}

/* `steps` random moves in every row, row after row. With `out` an observation is written before each move. */
void play(State *states, int64_t n, int64_t steps, uint64_t seed, uint8_t *mask, uint8_t *out, int64_t *games) {
    for (int64_t e = 0; e < n; e++) {
        State s = states[e];
        uint64_t stream = hash2(hash2(seed, CHOICES), e);
        int64_t finished = 0;
        for (int64_t i = 0; i < steps; i++) {
            if (s.over) deal(&s, deal_seed(seed, e, finished));
            uint64_t columns = legal(&s);
            memcpy(mask, &columns, COLUMNS);
            if (out) observe(&s, s.current_player, out);
            step(&s, choose(columns, hash2(stream, i)));
            finished += s.over;
        }
        states[e] = s;
        games[e] = finished;
    }
}

/* A random legal action of every mask. */
void sample(const uint8_t *masks, int64_t n, uint64_t seed, uint64_t i, int64_t *actions) {
    for (int64_t e = 0; e < n; e++) {
        uint64_t columns = 0;
        memcpy(&columns, masks + e * COLUMNS, COLUMNS);
        actions[e] = choose(columns, hash2(hash2(hash2(seed, CHOICES), e), i));
    }
}

/* One move in every row, a new deal where it ended a game, and every array that a batch environment shows. */
void advance(State *states, int64_t n, uint64_t seed, const int64_t *actions, int64_t *games, uint8_t *observations,
             uint8_t *masks, int64_t *players, float *rewards, uint8_t *terminated) {
    memset(rewards, 0, n * PLAYERS * sizeof *rewards);
    for (int64_t e = 0; e < n; e++) {
        State *s = states + e;
        step(s, (int)actions[e]);
        terminated[e] = s->over;
        if (s->over) {
            for (int p = 0; p < PLAYERS; p++)
                rewards[PLAYERS * e + p] = s->winner == NONE ? 0 : s->winner == p ? 1 : -1;
            deal(s, deal_seed(seed, e, ++games[e]));
        }
        uint64_t columns = legal(s);
        memcpy(masks + e * COLUMNS, &columns, COLUMNS);
        players[e] = s->current_player;
        if (observations) observe(s, s->current_player, observations + e * WIDTH);
    }
}

/* How many sequences of `depth` moves there are from a state; a game that ends earlier counts only at its end. */
int64_t sequences(const State *s, int depth) {
    if (depth == 0) return 1;
    int64_t found = 0;
    for (uint64_t left = legal(s); left; left &= left - 1) {
        State next = *s;
        step(&next, __builtin_ctzll(left) >> 3);
        found += sequences(&next, depth - 1);
    }
    return found;
}
