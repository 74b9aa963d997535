/* One page; its style and its icon are in public/. */
#include "src/cli/starter/page.h"

/* clang-format off */
static const char home[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>weft is running</title>\n"
    "<link rel=\"icon\" href=\"/assets/icon.svg\">\n"
    "<link rel=\"stylesheet\" href=\"/assets/style.css\">\n"
    "<main>\n"
    "  <svg viewBox=\"0 0 72 72\" fill=\"none\" stroke-width=\"7\" stroke-linecap=\"round\" aria-hidden=\"true\">\n"
    "    <g stroke=\"var(--warp)\"><path d=\"M14 6v60M36 6v60M58 6v60\"/></g>\n"
    "    <g stroke=\"var(--thread)\"><path d=\"M6 14h60M6 36h60M6 58h60\"/></g>\n"
    "    <g stroke=\"var(--warp)\" stroke-linecap=\"butt\"><path d=\"M14 8v12M58 8v12M36 30v12M14 52v12M58 52v12\"/></g>\n"
    "  </svg>\n"
    "  <h1>weft is running.</h1>\n"
    "  <p>This page was answered by the starter app: four handlers and a list of routes in <code>src/cli/starter/main.c</code>. Change it, and run it again.</p>\n"
    "  <ul>\n"
    "    <li><b>GET</b> <a href=\"/\">/</a> <span>this page</span></li>\n"
    "    <li><b>GET</b> <a href=\"/hello/reader\">/hello/{name}</a> <span>text, made for each request</span></li>\n"
    "    <li><b>GET</b> <a href=\"/add?a=40&amp;b=2\">/add?a=40&amp;b=2</a> <span>numbers, checked: try <a href=\"/add?a=x\">a=x</a></span></li>\n"
    "    <li><b>GET</b> <a href=\"/assets/style.css\">/assets/style.css</a> <span>a file of <code>public/</code>, which the program holds</span></li>\n"
    "    <li><b>POST</b> <code>/echo</code> <span>says what <code>curl -d hi</code> sends</span></li>\n"
    "    <li><b>GET</b> <a href=\"/nothing\">/nothing</a> <span>what a miss looks like</span></li>\n"
    "  </ul>\n"
    "  <p>Stop it with <kbd>Ctrl</kbd>&thinsp;<kbd>C</kbd> where you started it.</p>\n"
    "</main>\n"
    "</html>\n";

/* clang-format on */

weft_str page_home(void) { return weft_str_of(home, sizeof home - 1); }
