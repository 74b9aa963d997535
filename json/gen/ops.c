/* Room. Going backwards, `need` is what must have been promised: what a run writes is added to it, and who asks for
 * room asks for it and starts anew. A branch needs what its larger way needs. A loop needs what its body or, when it
 * does not run, what follows it needs, and its body leaves as much promised. */
#include "json/gen/ops.h"
#include <stdarg.h>
#include <stdio.h>

enum {
    RUN = 512,   /* WEFT_OUT_RUN: the longest run behind one question */
    LITERAL = 64 /* literals are cut into pieces of so much, so that a run can be cut between them */
};

void wf_jops_begin(wf_jops *ops, wf_jgen *gen)
{
    *ops = (wf_jops){ .gen = gen };
    ops->now = &ops->whole;
}

/* ---- Added ------------------------------------------------------------------------------------------------- */

static wf_jop *new_op(wf_jgen *gen, wf_jop_kind kind, weft_str text, size_t size)
{
    wf_jop *op = wf_jgen_take(gen, sizeof *op);
    *op = (wf_jop){ .kind = kind, .text = text, .size = size };
    return op;
}

/* Behind `before`, at the beginning when it is NULL. */
static void insert(wf_jblock *block, wf_jop *before, wf_jop *op)
{
    op->before = before;
    op->next = before ? before->next : block->first;
    *(before ? &before->next : &block->first) = op;
    *(op->next ? &op->next->before : &block->last) = op;
}

static void append(wf_jops *ops, wf_jop *op) { insert(ops->now, ops->now->last, op); }

static weft_str printed(wf_jops *ops, const char *format, va_list args) WEFT_FORMAT(2, 0);
static weft_str printed(wf_jops *ops, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int wanted = vsnprintf(NULL, 0, format, args);
    size_t len = wanted < 0 ? 0 : (size_t)wanted;
    char *text = wf_jgen_take(ops->gen, len + 1);
    vsnprintf(text, len + 1, format, again);
    va_end(again);
    return weft_str_of(text, len);
}

static void add_piece(wf_jops *ops, weft_str piece)
{
    wf_jop *last = ops->now->last;
    if (!last || last->kind != WF_OP_LITERAL || last->text.len + piece.len > LITERAL) {
        append(ops, new_op(ops->gen, WF_OP_LITERAL, piece, piece.len));
        return;
    }
    last->text = wf_jgen_printf(ops->gen, "%.*s%.*s", WF_P(last->text), WF_P(piece));
    last->size += piece.len;
}

void wf_jops_literal(wf_jops *ops, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    weft_str text = printed(ops, format, args);
    va_end(args);
    for (size_t at = 0; at < text.len; at += LITERAL)
        add_piece(ops, weft_str_of(text.ptr + at, text.len - at < LITERAL ? text.len - at : LITERAL));
}

void wf_jops_comma(wf_jops *ops, weft_str variable)
{
    wf_jop *op = new_op(ops->gen, WF_OP_LITERAL, weft_lit(""), 1);
    op->comma_if = variable;
    append(ops, op);
}

void wf_jops_add(wf_jops *ops, wf_jop_kind kind, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    append(ops, new_op(ops->gen, kind, printed(ops, format, args), size));
    va_end(args);
}

void wf_jops_open(wf_jops *ops, wf_jop_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    wf_jop *op = new_op(ops->gen, kind, printed(ops, format, args), 0);
    va_end(args);
    append(ops, op);
    op->body.outer = op->other.outer = ops->now;
    ops->now = &op->body;
}

void wf_jops_otherwise(wf_jops *ops) { ops->now = &ops->now->outer->last->other; }
void wf_jops_close(wf_jops *ops) { ops->now = ops->now->outer; }

/* ---- Room -------------------------------------------------------------------------------------------------- */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static void ask_behind(wf_jops *ops, wf_jblock *block, wf_jop *op, size_t size)
{
    if (size) insert(block, op, new_op(ops->gen, WF_OP_ROOM, weft_lit(""), size));
}

static size_t need_of(wf_jops *ops, wf_jblock *block, size_t end);

/* Whether every way through the block asks. */
static bool asks(const wf_jblock *block)
{
    for (const wf_jop *op = block->first; op; op = op->next)
        if (op->kind == WF_OP_ASKING || op->kind == WF_OP_CALL) return true;
    return false;
}

/* What the block writes before it asks. */
static size_t run_before(const wf_jblock *block)
{
    size_t size = 0;
    for (const wf_jop *op = block->first; op && op->kind != WF_OP_ASKING && op->kind != WF_OP_CALL;
         op = op->next) {
        size += op->size;
        if (op->kind == WF_OP_IF) size += larger(run_before(&op->body), run_before(&op->other));
    }
    return size;
}

static size_t loop_need(wf_jops *ops, wf_jop *loop, size_t behind)
{
    size_t before = asks(&loop->body) ? run_before(&loop->body) : RUN + 1;
    size_t promised = before <= RUN ? larger(before, behind) : behind;
    size_t need = need_of(ops, &loop->body, promised);
    if (need <= promised && before <= RUN) return larger(need, behind);
    ask_behind(ops, &loop->body, NULL, need);
    return behind;
}

static size_t need_of(wf_jops *ops, wf_jblock *block, size_t end)
{
    size_t need = end;
    for (wf_jop *op = block->last; op; op = op->before) {
        switch (op->kind) {
        case WF_OP_LITERAL:
        case WF_OP_FIXED:
            if (op->size + need > RUN) {
                ask_behind(ops, block, op, need);
                need = 0;
            }
            need += op->size;
            break;
        case WF_OP_ASKING:
            op->size = need;
            need = 0;
            break;
        case WF_OP_CALL:
            ask_behind(ops, block, op, need);
            need = 0;
            break;
        case WF_OP_IF: need = larger(need_of(ops, &op->body, need), need_of(ops, &op->other, need)); break;
        case WF_OP_LOOP: need = loop_need(ops, op, need); break;
        case WF_OP_LINE:
        case WF_OP_ROOM: break;
        }
    }
    return need;
}

/* ---- Written ----------------------------------------------------------------------------------------------- */

static void put_literal(wf_jsource *source, const wf_jop *op)
{
    weft_str text = wf_jgen_quoted(source->gen, op->text), variable = op->comma_if;
    if (variable.len == 0)
        wf_jput(source, "at = WEFT_OUT_LIT(at, \"%.*s\");", WF_P(text));
    else if (text.len == 0)
        wf_jput(source, "if (%.*s > 0) *at++ = ',';", WF_P(variable));
    else
        wf_jput(source, "at = %.*s > 0 ? WEFT_OUT_LIT(at, \",%.*s\") : WEFT_OUT_LIT(at, \"%.*s\");",
                WF_P(variable), WF_P(text), WF_P(text));
}

static void put_block(wf_jsource *source, const wf_jblock *block);

static void put_if(wf_jsource *source, const wf_jop *op)
{
    wf_jput(source, "if (%.*s) {", WF_P(op->text));
    put_block(source, &op->body);
    if (op->other.first) {
        wf_jput(source, "} else {");
        put_block(source, &op->other);
    }
    wf_jput(source, "}");
}

static void put_block(wf_jsource *source, const wf_jblock *block)
{
    for (const wf_jop *op = block->first; op; op = op->next) {
        switch (op->kind) {
        case WF_OP_LITERAL: put_literal(source, op); break;
        case WF_OP_ASKING: wf_jput(source, "%.*s, %zu);", WF_P(op->text), op->size); break;
        case WF_OP_ROOM: wf_jput(source, "at = weft_out_room(out, at, %zu);", op->size); break;
        case WF_OP_IF: put_if(source, op); break;
        case WF_OP_LOOP:
            wf_jput(source, "%.*s {", WF_P(op->text));
            put_block(source, &op->body);
            wf_jput(source, "}");
            break;
        case WF_OP_FIXED:
        case WF_OP_CALL:
        case WF_OP_LINE: wf_jput(source, "%.*s", WF_P(op->text)); break;
        }
    }
}

void wf_jops_put(wf_jops *ops, wf_jsource *source)
{
    size_t need = need_of(ops, &ops->whole, 0);
    ask_behind(ops, &ops->whole, NULL, need);
    put_block(source, &ops->whole);
}
