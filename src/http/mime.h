/* The media type of a file by its extension: what cannot be told is application/octet-stream. */
#ifndef WF_HTTP_MIME_H
#define WF_HTTP_MIME_H
#include <weft/weft.h>

/* One list: a line is an extension, lower case and without its dot, and its type. Sorted by extension (a test looks).
 * Texts are UTF-8; JSON and XML say their encoding themselves. */
#define WF_MIMES(X)                                                                        \
    X("7z", "application/x-7z-compressed")                                                 \
    X("aac", "audio/aac")                                                                  \
    X("apng", "image/apng")                                                                \
    X("atom", "application/atom+xml")                                                      \
    X("avif", "image/avif")                                                                \
    X("bmp", "image/bmp")                                                                  \
    X("br", "application/x-brotli")                                                        \
    X("bz2", "application/x-bzip2")                                                        \
    X("cjs", "text/javascript; charset=utf-8")                                             \
    X("css", "text/css; charset=utf-8")                                                    \
    X("csv", "text/csv; charset=utf-8")                                                    \
    X("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")   \
    X("eot", "application/vnd.ms-fontobject")                                              \
    X("epub", "application/epub+zip")                                                      \
    X("flac", "audio/flac")                                                                \
    X("geojson", "application/geo+json")                                                   \
    X("gif", "image/gif")                                                                  \
    X("gz", "application/gzip")                                                            \
    X("htm", "text/html; charset=utf-8")                                                   \
    X("html", "text/html; charset=utf-8")                                                  \
    X("ico", "image/x-icon")                                                               \
    X("ics", "text/calendar; charset=utf-8")                                               \
    X("jpeg", "image/jpeg")                                                                \
    X("jpg", "image/jpeg")                                                                 \
    X("js", "text/javascript; charset=utf-8")                                              \
    X("json", "application/json")                                                          \
    X("jsonld", "application/ld+json")                                                     \
    X("jxl", "image/jxl")                                                                  \
    X("log", "text/plain; charset=utf-8")                                                  \
    X("m4a", "audio/mp4")                                                                  \
    X("map", "application/json")                                                           \
    X("md", "text/markdown; charset=utf-8")                                                \
    X("mjs", "text/javascript; charset=utf-8")                                             \
    X("mov", "video/quicktime")                                                            \
    X("mp3", "audio/mpeg")                                                                 \
    X("mp4", "video/mp4")                                                                  \
    X("ndjson", "application/x-ndjson")                                                    \
    X("odt", "application/vnd.oasis.opendocument.text")                                    \
    X("ogg", "audio/ogg")                                                                  \
    X("ogv", "video/ogg")                                                                  \
    X("opus", "audio/ogg")                                                                 \
    X("otf", "font/otf")                                                                   \
    X("pdf", "application/pdf")                                                            \
    X("png", "image/png")                                                                  \
    X("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation") \
    X("rss", "application/rss+xml")                                                        \
    X("rtf", "application/rtf")                                                            \
    X("svg", "image/svg+xml")                                                              \
    X("tar", "application/x-tar")                                                          \
    X("tif", "image/tiff")                                                                 \
    X("tiff", "image/tiff")                                                                \
    X("toml", "application/toml")                                                          \
    X("ts", "video/mp2t")                                                                  \
    X("ttf", "font/ttf")                                                                   \
    X("txt", "text/plain; charset=utf-8")                                                  \
    X("vtt", "text/vtt; charset=utf-8")                                                    \
    X("wasm", "application/wasm")                                                          \
    X("wav", "audio/wav")                                                                  \
    X("weba", "audio/webm")                                                                \
    X("webm", "video/webm")                                                                \
    X("webmanifest", "application/manifest+json")                                          \
    X("webp", "image/webp")                                                                \
    X("woff", "font/woff")                                                                 \
    X("woff2", "font/woff2")                                                               \
    X("xhtml", "application/xhtml+xml")                                                    \
    X("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")         \
    X("xml", "application/xml")                                                            \
    X("yaml", "application/yaml")                                                          \
    X("yml", "application/yaml")                                                           \
    X("zip", "application/zip")                                                            \
    X("zst", "application/zstd")

/* The type of the file that `path` names, by what stands behind the last dot of its last segment, in any case. A name
 * that starts with its only dot (".profile") has no extension. */
weft_str wf_mime_of(weft_str path);

/* That extension, in lower case, into `out`; 0 when there is none or it is longer than any that is known. */
enum { WF_EXTENSION_MAX = 16 };
size_t wf_mime_extension(weft_str path, char out[WF_EXTENSION_MAX]);
#endif
