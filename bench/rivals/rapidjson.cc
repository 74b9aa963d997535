/* RapidJSON (Debian: rapidjson-dev) beside weft in bench/json.c: its Writer out, its Document in. */
#include "bench/json.h"
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace
{

record records[4096];
weft_str tags[16384];
char memory[8 << 20];

size_t write_records(const record *all, size_t count, const char **text)
{
    static rapidjson::StringBuffer buffer;
    buffer.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    writer.StartArray();
    for (size_t i = 0; i < count; i++) {
        const record &it = all[i];
        writer.StartObject();
        writer.Key("id");
        writer.Int64(it.id);
        writer.Key("name");
        writer.String(it.name.ptr, (rapidjson::SizeType)it.name.len);
        writer.Key("email");
        writer.String(it.email.ptr, (rapidjson::SizeType)it.email.len);
        writer.Key("active");
        writer.Bool(it.active);
        writer.Key("score");
        writer.Double(it.score);
        writer.Key("tags");
        writer.StartArray();
        for (size_t t = 0; t < it.tags_count; t++) writer.String(it.tags[t].ptr, (rapidjson::SizeType)it.tags[t].len);
        writer.EndArray();
        writer.EndObject();
    }
    writer.EndArray();
    *text = buffer.GetString();
    return buffer.GetSize();
}

weft_str text_of(const rapidjson::Value &value) { return weft_str_of(value.GetString(), value.GetStringLength()); }

const record *read_records(const char *text, size_t len, size_t *count)
{
    typedef rapidjson::MemoryPoolAllocator<> pool;
    static rapidjson::GenericDocument<rapidjson::UTF8<>, pool> *document;
    delete document;
    static pool *allocator;
    delete allocator;
    allocator = new pool(memory, sizeof memory);
    document = new rapidjson::GenericDocument<rapidjson::UTF8<>, pool>(allocator);
    document->Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag>(text, len);
    if (document->HasParseError() || !document->IsArray()) return nullptr;
    weft_str *tag = tags;
    record *it = records;
    for (const auto &value : document->GetArray()) {
        it->id = value["id"].GetInt64();
        it->name = text_of(value["name"]);
        it->email = text_of(value["email"]);
        it->active = value["active"].GetBool();
        it->score = value["score"].GetDouble();
        it->tags = tag;
        for (const auto &each : value["tags"].GetArray()) *tag++ = text_of(each);
        it->tags_count = (size_t)(tag - it->tags);
        it++;
    }
    *count = (size_t)(it - records);
    return records;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const json_rival json_rivals[] = {
    { "RapidJSON", write_records, read_records },
    { nullptr, nullptr, nullptr },
};
