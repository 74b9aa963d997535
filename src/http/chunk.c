#include "src/http/chunk.h"
#include "src/base/check.h"
#include "src/base/num.h"
#include "src/http/byte.h"

/* RFC 9112 section 7.1, a byte at a time but for the data: size lines are short. A phase says what comes next. */
enum phase {
    SIZE_START, /* the first digit of a size */
    SIZE,       /* more digits, or what ends them */
    EXT_BLANK,  /* white space behind a size or a value: only ';' may follow */
    EXT_START,  /* behind ';': white space, then a name */
    EXT_NAME,
    EXT_NAMED,  /* white space behind a name: '=' or ';' may follow */
    EXT_EQUALS, /* behind '=': white space, then a value */
    EXT_VALUE,
    EXT_QUOTED,
    EXT_ESCAPE, /* behind a backslash in a quoted value */
    EXT_CLOSED, /* behind a quoted value */
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_START,
    TRAILER_NAME,
    TRAILER_VALUE,
    TRAILER_LF,
    END_LF,
    END,
    FAILED
};

static inline bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/* The reason why a byte is wrong that may not stand where it does. */
static WF_COLD const char *misplaced(char byte, const char *reason)
{
    return byte == '\n' ? "a line feed stands without its carriage return" : reason;
}

/* The steps below take one byte each and return NULL, or the reason for a 400. */

static const char *take_digit(wf_chunk *chunk, char byte)
{
    int digit = wf_hex_digit(byte);
    if (digit < 0) return misplaced(byte, "a chunk size is no hexadecimal number");
    if (chunk->left > INT64_MAX >> 4) return "a chunk size is over 2^63-1";
    chunk->left = chunk->left << 4 | (unsigned)digit;
    chunk->phase = SIZE;
    return NULL;
}

/* What may follow a complete size, name or value; `blank` is the phase that white space leads to. */
static bool take_end_of_part(wf_chunk *chunk, char byte, enum phase blank)
{
    if (byte == '\r')
        chunk->phase = SIZE_LF;
    else if (byte == ';')
        chunk->phase = EXT_START;
    else if (is_blank(byte))
        chunk->phase = (uint8_t)blank;
    else
        return false;
    return true;
}

static bool take_extension_byte(wf_chunk *chunk, char byte)
{
    bool token = wf_byte_is(byte, WF_BYTE_TOKEN);
    switch (chunk->phase) {
    case EXT_BLANK: return is_blank(byte) || (byte == ';' && take_end_of_part(chunk, byte, EXT_BLANK));
    case EXT_START:
        if (token) chunk->phase = EXT_NAME;
        return token || is_blank(byte);
    case EXT_NAME:
        if (byte == '=') chunk->phase = EXT_EQUALS;
        return token || byte == '=' || take_end_of_part(chunk, byte, EXT_NAMED);
    case EXT_NAMED:
        if (byte == '=') chunk->phase = EXT_EQUALS;
        return is_blank(byte) || byte == '=' || (byte == ';' && take_end_of_part(chunk, byte, EXT_NAMED));
    case EXT_EQUALS:
        if (token) chunk->phase = EXT_VALUE;
        if (byte == '"') chunk->phase = EXT_QUOTED;
        return token || byte == '"' || is_blank(byte);
    case EXT_VALUE: return token || take_end_of_part(chunk, byte, EXT_BLANK);
    case EXT_QUOTED:
        if (byte == '"') chunk->phase = EXT_CLOSED;
        if (byte == '\\') chunk->phase = EXT_ESCAPE;
        return wf_byte_is(byte, WF_BYTE_VALUE);
    case EXT_ESCAPE: chunk->phase = EXT_QUOTED; return wf_byte_is(byte, WF_BYTE_VALUE);
    default: return take_end_of_part(chunk, byte, EXT_BLANK);
    }
}

static const char *take_line_feed(wf_chunk *chunk, char byte, enum phase next)
{
    if (byte != '\n') return "a carriage return stands without its line feed";
    chunk->phase = (uint8_t)next;
    return NULL;
}

static const char *take_trailer_byte(wf_chunk *chunk, char byte)
{
    switch (chunk->phase) {
    case TRAILER_START:
        if (is_blank(byte)) return "a trailer line starts with white space";
        if (byte == ':') return "a trailer name is empty";
        if (!wf_byte_is(byte, WF_BYTE_TOKEN)) break;
        chunk->phase = TRAILER_NAME;
        chunk->fields++;
        return NULL;
    case TRAILER_NAME:
        if (byte == ':')
            chunk->phase = TRAILER_VALUE;
        else if (is_blank(byte))
            return "a trailer name is followed by white space";
        else if (byte == '\r')
            return "a trailer line has no colon";
        else if (!wf_byte_is(byte, WF_BYTE_TOKEN))
            break;
        return NULL;
    case TRAILER_VALUE:
        if (byte == '\r')
            chunk->phase = TRAILER_LF;
        else if (!wf_byte_is(byte, WF_BYTE_VALUE))
            return misplaced(byte, "a trailer value holds a control byte");
        return NULL;
    default: return take_line_feed(chunk, byte, TRAILER_START);
    }
    return misplaced(byte, "a trailer name holds a byte that no token may hold");
}

static const char *take_byte(wf_chunk *chunk, char byte)
{
    switch (chunk->phase) {
    case SIZE_START: chunk->left = chunk->line = 0; return take_digit(chunk, byte);
    case SIZE: return take_end_of_part(chunk, byte, EXT_BLANK) ? NULL : take_digit(chunk, byte);
    case SIZE_LF: return take_line_feed(chunk, byte, chunk->left > 0 ? DATA : TRAILER_START);
    case DATA_CR:
        chunk->phase = DATA_LF;
        return byte == '\r' ? NULL : misplaced(byte, "chunk data does not end where its size says");
    case DATA_LF: return take_line_feed(chunk, byte, SIZE_START);
    case TRAILER_START:
        if (byte != '\r') return take_trailer_byte(chunk, byte);
        chunk->phase = END_LF;
        return NULL;
    case TRAILER_NAME:
    case TRAILER_VALUE:
    case TRAILER_LF: return take_trailer_byte(chunk, byte);
    case END_LF: return take_line_feed(chunk, byte, END);
    default:
        return take_extension_byte(chunk, byte) ? NULL : misplaced(byte, "a chunk extension is malformed");
    }
}

/* Counts the byte that was taken; the status for a limit that it passes, or 0. */
static uint16_t count_byte(wf_chunk *chunk, const wf_chunk_limits *limits, const char **reason)
{
    enum phase phase = (enum phase)chunk->phase;
    if (phase >= SIZE && phase < SIZE_LF) {
        *reason = "a chunk-size line is too long";
        if (++chunk->line > limits->line) return 431;
        *reason = "the chunk extensions are too long";
        if (phase > SIZE && ++chunk->overhead > limits->overhead) return 413;
    } else if (phase >= TRAILER_NAME && phase <= TRAILER_LF) {
        *reason = "the request has too many trailers";
        if (chunk->fields > limits->fields) return 431;
        *reason = "the trailers are too long";
        chunk->trailers += phase == TRAILER_LF ? 2 : 1; /* the line feed that must follow is in it */
        if (chunk->trailers > limits->trailers) return 431;
    }
    return 0;
}

static void take_data(wf_chunk *chunk, const char **at, const char *end, weft_str *piece)
{
    size_t room = (size_t)(end - *at);
    *piece = weft_str_of(*at, chunk->left < room ? (size_t)chunk->left : room);
    *at += piece->len;
    chunk->left -= piece->len;
    if (chunk->left == 0) chunk->phase = DATA_CR;
}

wf_chunk_result wf_chunk_next(wf_chunk *chunk, const wf_chunk_limits *limits, const char **at,
                              const char *end, weft_str *piece)
{
    for (const char *start = *at; *at < end && chunk->phase < END; ++*at) {
        if (chunk->phase == DATA) {
            take_data(chunk, at, end, piece);
            return WF_CHUNK_DATA;
        }
        const char *reason = take_byte(chunk, **at);
        uint16_t status = reason ? 400 : count_byte(chunk, limits, &reason);
        if (status == 0) continue;
        chunk->refusal =
            (wf_refusal){ .status = status, .reason = reason, .position = (size_t)(*at - start) };
        chunk->phase = FAILED;
        return WF_CHUNK_BAD;
    }
    if (chunk->phase < END) return WF_CHUNK_MORE;
    return chunk->phase == END ? WF_CHUNK_END : WF_CHUNK_BAD;
}

uint64_t wf_chunk_announced(const wf_chunk *chunk) { return chunk->phase == DATA ? chunk->left : 0; }
