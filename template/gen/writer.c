#include "template/gen/writer.h"
#include "src/base/str.h"
#include "template/gen/literal.h"
#include <stdarg.h>
#include <stdio.h>

static void indent(wf_writer *writer)
{
    for (int i = 0; i < writer->indent; i++) weft_put_str(writer->out, weft_lit("    "));
}

void wf_write_line(wf_writer *writer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0) {
        if (format[0] != '#' && format[0] != '}' && format[0] != '\0') indent(writer);
        if (format[0] == '}') {
            writer->indent--;
            indent(writer);
        }
        char *to = weft_buf_room(writer->out, (size_t)len + 1);
        if (to) {
            vsnprintf(to, (size_t)len + 1, format, again);
            weft_buf_used(writer->out, (size_t)len);
        }
    }
    va_end(again);
    weft_put_char(writer->out, '\n');
    writer->line++;
}

/* A path as it stands in a literal. */
static weft_str quoted_path(wf_unit *unit, const char *path)
{
    weft_buf out = weft_buf_heap(1 << 16);
    wf_literal_put(&out, wf_str(path));
    weft_str text = wf_unit_copy(unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

void wf_write_from(wf_writer *writer, const wf_source *source, size_t at)
{
    weft_str path = quoted_path(writer->tree->unit, source->path);
    wf_write_line(writer, "#line %u \"%.*s\"", wf_source_line(source, at), (int)path.len, path.ptr);
    writer->away = true;
}

void wf_write_back(wf_writer *writer)
{
    if (!writer->away) return;
    writer->away = false;
    weft_str path = quoted_path(writer->tree->unit, writer->file);
    wf_write_line(writer, "#line %u \"%.*s\"", writer->line + 1, (int)path.len, path.ptr);
}

void wf_write_expr(weft_buf *out, const wf_expr *expr)
{
    for (const wf_word *word = expr->words; word; word = word->next) {
        if (word->spaced && word != expr->words) weft_put_char(out, ' ');
        weft_put_str(out, word->text);
    }
}

weft_str wf_expr_text(wf_unit *unit, const wf_expr *expr)
{
    weft_buf out = weft_buf_heap(SIZE_MAX);
    wf_write_expr(&out, expr);
    weft_str text = wf_unit_copy(unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

weft_str wf_declaration(wf_unit *unit, const wf_ctype *type, weft_str name)
{
    weft_buf out = weft_buf_heap(1 << 16);
    wf_ctype_put(&out, type, name);
    weft_str text = wf_unit_copy(unit, weft_buf_str(&out));
    weft_buf_free(&out);
    return text;
}

/* ---- Literals -------------------------------------------------------------------------------------------- */

void wf_hold(wf_writer *writer, weft_str text) { weft_put_str(&writer->held, text); }

/* The largest part of `text` that one literal takes, not cut within a character. */
static size_t piece_of(weft_str text)
{
    if (text.len <= WF_LITERAL_MAX) return text.len;
    size_t len = WF_LITERAL_MAX;
    while (((unsigned char)text.ptr[len] & 0xc0) == 0x80) len--;
    return len;
}

void wf_write_held(wf_writer *writer, size_t run)
{
    weft_str text = weft_buf_str(&writer->held);
    while (text.len) {
        size_t len = piece_of(text);
        wf_write_room(writer, len, run);
        run -= run > len ? len : run;
        weft_buf literal = weft_buf_heap(SIZE_MAX);
        wf_literal_put(&literal, weft_str_of(text.ptr, len));
        wf_write_line(writer, "at = WEFT_PAGE_LIT(at, \"%.*s\");", (int)literal.len, literal.ptr);
        weft_buf_free(&literal);
        writer->left -= len;
        text = weft_str_of(text.ptr + len, text.len - len);
    }
    writer->held.len = 0;
}

void wf_write_room(wf_writer *writer, size_t cost, size_t run)
{
    if (writer->left >= cost + WF_ROOM_SLACK) return;
    size_t room = (run > cost ? run : cost) + WF_ROOM_SLACK;
    if (room > WF_ROOM_RUN) room = WF_ROOM_RUN;
    wf_write_line(writer, "at = weft_page_room(page, at, %zu);", room);
    writer->left = room;
}
