#include "template/gen/unit.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUOTE_MAX = 60, FAULT_MAX = 1024 };

void wf_unit_begin(wf_unit *unit)
{
    *unit = (wf_unit){ .faults = NULL };
    wf_pool_init(&unit->pool);
    wf_arena_init(&unit->arena, NULL, 0, &unit->pool, SIZE_MAX / 4);
}

void wf_unit_end(wf_unit *unit)
{
    wf_arena_reset(&unit->arena);
    wf_pool_reset(&unit->pool);
}

void *wf_unit_take(wf_unit *unit, size_t size)
{
    void *memory = wf_arena_take(&unit->arena, size);
    if (!memory) {
        fputs("weft page: out of memory\n", stderr);
        exit(1);
    }
    return memset(memory, 0, size);
}

char *wf_unit_text(wf_unit *unit, weft_str text)
{
    char *copy = wf_unit_take(unit, text.len + 1);
    if (text.len) memcpy(copy, text.ptr, text.len);
    return copy;
}

weft_str wf_unit_copy(wf_unit *unit, weft_str text)
{
    return weft_str_of(wf_unit_text(unit, text), text.len);
}

WEFT_FORMAT(2, 0)
static weft_str format_text(wf_unit *unit, const char *format, va_list args)
{
    char text[FAULT_MAX];
    int len = vsnprintf(text, sizeof text, format, args);
    if (len < 0) len = 0;
    return wf_unit_copy(unit, weft_str_of(text, (size_t)len < sizeof text ? (size_t)len : sizeof text - 1));
}

weft_str wf_unit_format(wf_unit *unit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    weft_str text = format_text(unit, format, args);
    va_end(args);
    return text;
}

weft_str wf_unit_join(wf_unit *unit, weft_str a, weft_str b, weft_str c, weft_str d)
{
    const weft_str parts[] = { a, b, c, d };
    char *text = wf_unit_take(unit, a.len + b.len + c.len + d.len + 1), *at = text;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].len) memcpy(at, parts[i].ptr, parts[i].len);
        at += parts[i].len;
    }
    return weft_str_of(text, (size_t)(at - text));
}

/* ---- Faults ---------------------------------------------------------------------------------------------- */

void wf_unit_fault(wf_unit *unit, const wf_source *source, size_t at, const char *format, ...)
{
    wf_fault **place = &unit->faults;
    while (*place && ((*place)->source != source || (*place)->at < at)) place = &(*place)->next;
    if (*place && (*place)->at == at) return;
    if (unit->faults_count == WF_TEMPLATE_FAULTS) return;
    wf_fault *fault = wf_unit_take(unit, sizeof *fault);
    va_list args;
    va_start(args, format);
    *fault = (wf_fault){ *place, source, (uint32_t)at, format_text(unit, format, args) };
    va_end(args);
    *place = fault;
    unit->faults_count++;
}

void wf_source_cut(wf_unit *unit, wf_source *source)
{
    uint32_t count = 1;
    for (size_t i = 0; i < source->text.len; i++) count += source->text.ptr[i] == '\n';
    uint32_t *lines = wf_unit_take(unit, count * sizeof *lines), line = 1;
    for (uint32_t i = 0; i < source->text.len; i++)
        if (source->text.ptr[i] == '\n') lines[line++] = i + 1;
    source->lines = lines;
    source->lines_count = count;
}

uint32_t wf_source_line(const wf_source *source, size_t at)
{
    uint32_t low = 0, high = source->lines_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low + 1;
}

wf_position wf_source_position(const wf_source *source, size_t at)
{
    wf_position position = { wf_source_line(source, at), 1 };
    size_t from = source->lines ? source->lines[position.line - 1] : 0;
    for (size_t i = from; i < at && i < source->text.len; i++)
        position.column += ((unsigned char)source->text.ptr[i] & 0xc0) != 0x80; /* a UTF-8 sequence is one */
    return position;
}

void wf_unit_report(const wf_unit *unit, weft_buf *out)
{
    for (const wf_fault *fault = unit->faults; fault; fault = fault->next) {
        wf_position position = wf_source_position(fault->source, fault->at);
        weft_putf(out, "%s:%u:%u: error: ", fault->source->path, position.line, position.column);
        weft_put_str(out, fault->what);
        weft_put_char(out, '\n');
    }
}

int wf_quoted_len(weft_str text) { return text.len > QUOTE_MAX ? QUOTE_MAX : (int)text.len; }
