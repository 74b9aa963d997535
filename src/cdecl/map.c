/* A crit-bit tree over texts: a lookup reads at most as many bits as its key has. Keys are taken to end in endless NUL
 * bytes, which no name holds, so that a prefix differs from what it starts. */
#include "src/cdecl/set.h"

/* A branch, or with `thing` a leaf. */
typedef struct node {
    weft_str key; /* of a leaf */
    void *thing;
    size_t byte;  /* of a branch: where its keys differ first, */
    uint8_t mask; /* and in which bit of that byte */
    struct node *child[2];
} node;

static uint8_t byte_at(weft_str key, size_t at) { return at < key.len ? (uint8_t)key.ptr[at] : 0; }

static bool side(const node *branch, weft_str key) { return byte_at(key, branch->byte) & branch->mask; }

/* The only leaf that can be `key`. */
static node *nearest(const wf_cmap *map, weft_str key)
{
    node *at = map->root;
    while (!at->thing) at = at->child[side(at, key)];
    return at;
}

void *wf_cmap_get(const wf_cmap *map, weft_str key)
{
    if (!map->root) return NULL;
    const node *leaf = nearest(map, key);
    return weft_str_eq(leaf->key, key) ? leaf->thing : NULL;
}

static node *new_node(wf_arena *arena)
{
    node *made = wf_arena_take(arena, sizeof *made);
    if (made) *made = (node){ 0 };
    return made;
}

/* The highest bit that is set. */
static uint8_t top_bit(unsigned bits)
{
    uint8_t top = 0x80;
    while (!(bits & top)) top >>= 1;
    return top;
}

/* Puts a branch for `leaf` in front of the first branch that looks further than they differ. */
static void hang(wf_cmap *map, node *branch, node *leaf)
{
    node **link = (node **)&map->root;
    while (!(*link)->thing) {
        node *at = *link;
        if (at->byte > branch->byte || (at->byte == branch->byte && at->mask < branch->mask)) break;
        link = &at->child[side(at, leaf->key)];
    }
    bool right = side(branch, leaf->key);
    branch->child[right] = leaf;
    branch->child[!right] = *link;
    *link = branch;
}

bool wf_cmap_put(wf_cmap *map, wf_arena *arena, weft_str key, void *thing)
{
    node *leaf = new_node(arena);
    if (!leaf) return false;
    leaf->key = key;
    leaf->thing = thing;
    if (!map->root) {
        map->root = leaf;
        return true;
    }
    node *near = nearest(map, key);
    size_t at = 0, longest = key.len > near->key.len ? key.len : near->key.len;
    while (at < longest && byte_at(key, at) == byte_at(near->key, at)) at++;
    if (at == longest) {
        near->thing = thing;
        return true;
    }
    node *branch = new_node(arena);
    if (!branch) return false;
    branch->byte = at;
    branch->mask = top_bit(byte_at(key, at) ^ byte_at(near->key, at));
    hang(map, branch, leaf);
    return true;
}
