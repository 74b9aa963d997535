# weft: one short Makefile, no recursion. `make help` lists what it can do.
#
#   MODE=release|debug|asan|tsan   how to build (each mode has a folder of its own below build/)
#   CC=gcc|clang                   which compiler
#   POLL=epoll|poll                event back end; poll is the portable one

MODE ?= release
CC = gcc
AR = ar
PREFIX ?= /usr/local
PYTHON ?= python3
VERSION := $(shell sed -n 's/^\#define WEFT_VERSION "\(.*\)"/\1/p' include/weft/weft.h)
MAJOR := $(firstword $(subst ., ,$(VERSION)))
POLL ?= $(if $(filter Linux,$(shell uname -s)),epoll,poll)
B := build/$(MODE)$(if $(filter gcc,$(CC)),,-$(notdir $(CC)))$(if $(filter poll,$(POLL)),-poll)

WARN := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wcast-align \
        -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla \
        -Wwrite-strings -Wimplicit-fallthrough -Wformat=2 -Wnull-dereference -Wdouble-promotion
OPT_release := -O2 -g -DNDEBUG
OPT_debug := -O0 -g3 -DWEFT_DEBUG=1 -DWEFT_FAULTS=1
OPT_asan := -O1 -g -DWEFT_DEBUG=1 -DWEFT_FAULTS=1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan := -O1 -g -DWEFT_DEBUG=1 -fsanitize=thread
OPT := $(or $(OPT_$(MODE)),$(error MODE=$(MODE): one of release, debug, asan, tsan))
CPPFLAGS += -Iinclude -I. -D_GNU_SOURCE
CFLAGS += -std=c17 $(OPT) $(WARN) -fvisibility=hidden -fPIC -pthread -ffunction-sections -fdata-sections
LDFLAGS += -pthread $(filter -fsanitize=%,$(OPT))

LIB_SRC := $(filter-out src/net/poll_%.c,$(wildcard src/base/*.c src/http/*.c src/web/*.c src/net/*.c router/*.c json/*.c template/*.c static/*.c)) src/net/poll_$(POLL).c
TOOL_SRC := $(wildcard src/cdecl/*.c json/gen/*.c template/gen/*.c)
CLI_SRC := $(wildcard src/cli/*.c) $(TOOL_SRC)
TEST_SRC := $(wildcard tests/*.c tests/base/*.c tests/cdecl/*.c tests/http/*.c tests/router/*.c tests/json/*.c tests/template/*.c tests/static/*.c tests/web/*.c tests/app/*.c tests/net/*.c tests/cli/*.c)
STARTER := src/cli/starter
STARTER_PAGES := $(wildcard $(STARTER)/views/*.html)
TEST_PAGES := $(wildcard tests/golden/page/*.html tests/app/views/*.html)
TEST_CODECS := $(filter-out %.json.h,$(wildcard tests/golden/json/*.h)) tests/json/wide.h tests/app/store.h
BENCH := $(patsubst bench/%.c,$B/bench/%,$(wildcard bench/*.c)) $B/bench/app/app
TOOLS := $(patsubst tests/tools/%.c,$B/tools/%,$(wildcard tests/tools/*.c))
LIB_OBJ := $(LIB_SRC:%.c=$B/%.o)
ALL_C := $(LIB_SRC) src/net/poll_epoll.c src/net/poll_poll.c $(CLI_SRC) $(TEST_SRC) $(wildcard bench/*.c bench/app/*.c tests/tools/*.c tests/fuzz/*.c tests/suite/*.c src/cli/starter/*.c)
HEADERS := $(wildcard include/weft/*.h)

# One line a file; V=1 prints the commands.
Q := $(if $(V),,@)
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@printf '  %-4s %s\n' $(1) $(patsubst $B/%,%,$@))

.PHONY: all run test check bench bench-rivals suite escape lint fmt install uninstall clean help
.DELETE_ON_ERROR:
.SECONDARY:

all: $B/libweft.a $B/libweft.so $B/weft  ## build the library, both ways, and the weft program

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

run: $B/starter  ## build and start the starter app (PORT=8080)
	@exec $B/starter

test:  ## install what the tests need and run them all
	@tests/run.sh

check: lint  ## lint, then the tests with both compilers and under the sanitizers
	@tests/run.sh everything

bench: $(BENCH)  ## build the benchmarks and run them (ONLY=hello,page QUICK=1)
	@QUICK=$(QUICK) $(PYTHON) bench/bench.py $(ONLY)

bench-rivals:  ## install the servers that the benchmarks measure weft beside
	@bench/rivals/install.sh

suite: build/suite/server build/suite/json-filter  ## build what conformance suites are pointed at

escape: $B/render  ## hostile values in every hole of a template, and in Chromium (COUNT=1000000 LISTS=folder)
	@RENDER=$B/render tests/escape/run.sh $(or $(COUNT),1000000) $(LISTS)
	@node tests/escape/browse.mjs $B/render --random 2000 $(if $(LISTS),--lists $(LISTS))

lint:  ## the rules of the house: layers, names, forbidden calls, format
	@$(PYTHON) tests/lint.py

fmt:  ## lay out every C file
	clang-format -i $(sort $(ALL_C) $(wildcard include/weft/*.h src/*/*.h router/*.h json/*.h template/*.h */gen/*.h static/*.h tests/*.h tests/*/*.h))

install: all  ## install headers, libraries, the program and weft.pc below PREFIX
	install -d $(DESTDIR)$(PREFIX)/include/weft $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/weft
	install -m 644 $B/libweft.a $(DESTDIR)$(PREFIX)/lib
	install -m 755 $B/libweft.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib
	ln -sf libweft.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/libweft.so.$(MAJOR)
	ln -sf libweft.so.$(MAJOR) $(DESTDIR)$(PREFIX)/lib/libweft.so
	install -m 755 $B/weft $(DESTDIR)$(PREFIX)/bin
	printf 'prefix=%s\nName: weft\nDescription: The web framework that C deserves\nVersion: %s\nCflags: -I$${prefix}/include\nLibs: -L$${prefix}/lib -lweft\nLibs.private: -pthread\n' \
	    $(PREFIX) $(VERSION) > $(DESTDIR)$(PREFIX)/lib/pkgconfig/weft.pc

uninstall:  ## take it all away again
	rm -rf $(DESTDIR)$(PREFIX)/include/weft $(DESTDIR)$(PREFIX)/lib/libweft.* $(DESTDIR)$(PREFIX)/lib/pkgconfig/weft.pc $(DESTDIR)$(PREFIX)/bin/weft

clean:  ## remove everything that was built
	rm -rf build

$B/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Codecs: x.h to x.json.c and .h below $B/codecs. If there is an x.marks beside it, those are its marks.
$B/codecs/%.json.c $B/codecs/%.json.h: %.h $B/weft
	@mkdir -p $(@D)
	$(call say,JSON)
	$(Q)$B/weft json -MD -I. $(addprefix -m,$(wildcard $*.marks)) -o $B/codecs/$*.json.c $<

$B/codecs/%.json.o: $B/codecs/%.json.c
	$(call say,CC)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Templates: views/x.html to views/x.page.c and .h below $B/pages. What they import stands beside them or one folder up.
$B/pages/%.page.c $B/pages/%.page.h: %.html $B/weft
	@mkdir -p $(@D)
	$(call say,PAGE)
	$(Q)$B/weft page -MD -I$(patsubst %/,%,$(dir $(<D))) -o $B/pages/$*.page.c $<

$B/pages/%.page.o: $B/pages/%.page.c
	$(call say,CC)
	$(Q)$(CC) $(CPPFLAGS) $(patsubst $B/pages/%,-I%,$(@D) $(patsubst %/,%,$(dir $(@D)))) $(CFLAGS) -MMD -MP -c $< -o $@

# A page includes the headers of those that it calls.
$(foreach list,STARTER_PAGES TEST_PAGES,$(eval $($(list):%.html=$B/pages/%.page.o): | $($(list):%.html=$B/pages/%.page.h)))

$B/libweft.a: $(LIB_OBJ)
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $^

$B/libweft.so: $B/libweft.so.$(VERSION)
	@ln -sf $(<F) $@

$B/libweft.so.$(VERSION): $(LIB_OBJ)
	$(call say,LD)
	$(Q)$(CC) -shared -Wl,-soname,libweft.so.$(MAJOR) -Wl,-z,defs $^ $(LDFLAGS) -o $@

$B/weft: $(CLI_SRC:%.c=$B/%.o) $B/libweft.a
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -o $@

# The starter: its pages, codecs and files are made first.
$B/$(STARTER)/%.o: CPPFLAGS += -I$B/pages/$(STARTER)/views -I$B/codecs/$(STARTER) -I$(STARTER)
$B/$(STARTER)/main.o: | $(STARTER_PAGES:%.html=$B/pages/%.page.h) $B/codecs/$(STARTER)/notes.json.h
$B/codecs/$(STARTER)/%.o: CPPFLAGS += -I$(STARTER)
$B/starter: $(patsubst %.c,$B/%.o,$(wildcard $(STARTER)/*.c)) $(STARTER_PAGES:%.html=$B/pages/%.page.o) \
            $B/codecs/$(STARTER)/notes.json.o $B/embedded/$(STARTER)/assets.o $B/libweft.a
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -o $@

# Files that travel in a program: a folder to a C file below $B/embedded.
$B/embedded/%.c: % $B/weft
	@mkdir -p $(@D)
	$(call say,FILE)
	$(Q)$B/weft embed $< -o $@

$B/embedded/$(STARTER)/assets.c: $(wildcard $(STARTER)/assets/*)

$B/embedded/%.o: $B/embedded/%.c
	$(call say,CC)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

build/suite/server: $B/tests/suite/server.o $B/libweft.a
build/suite/json-filter: $B/tests/suite/json_filter.o $B/libweft.a
build/suite/server build/suite/json-filter:
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -o $@

# Criterion prints its names with our own warnings on: its headers are taken as a system's.
$B/tests/%.o: CPPFLAGS += $(if $(wildcard /usr/include/criterion),-isystem /usr/include/criterion)
$B/tests/template/pages.o: CPPFLAGS += -I$B/pages/tests/golden/page -Itests/golden/page
$B/tests/app/%.o: CPPFLAGS += -I$B/codecs/tests/app -I$B/pages/tests/app/views -Itests/app
$B/tests/template/pages.o $B/tests/app/shop.o: | $(TEST_PAGES:%.html=$B/pages/%.page.h)
$B/tests/json/%.o $B/tests/web/%.o: CPPFLAGS += -I$B/codecs/tests/golden/json -I$B/codecs/tests/json -Itests/golden/json
$B/tests/app/api.o $B/tests/json/codecs.o $B/tests/web/json.o $B/tests/web/items.o: | $(TEST_CODECS:%.h=$B/codecs/%.json.h)
$B/tests/all: $(TEST_CODECS:%.h=$B/codecs/%.json.o) $(TEST_SRC:%.c=$B/%.o) $(TOOL_SRC:%.c=$B/%.o) $(TEST_PAGES:%.html=$B/pages/%.page.o) $B/libweft.a
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -lcriterion -lm -o $@

# Operations renders the large table of the tests' templates, and reads and writes the bench's records.
$B/tests/tools/operations.o: CPPFLAGS += -I$B/pages/tests/golden/page -Itests/golden/page -I$B/codecs/bench/app
$B/tests/tools/operations.o: | $B/pages/tests/golden/page/table.page.h $B/codecs/bench/app/record.json.h
$B/tools/operations: $B/pages/tests/golden/page/table.page.o $B/codecs/bench/app/record.json.o

# Allocations reads and writes the bench's records.
$B/tests/tools/allocations.o: CPPFLAGS += -I$B/codecs/bench/app
$B/tests/tools/allocations.o: | $B/codecs/bench/app/record.json.h
$B/tools/allocations: $B/codecs/bench/app/record.json.o

# The program that tests/escape/ fills with hostile values.
$B/tests/escape/%.o: CPPFLAGS += -I$B/pages/tests/escape/views -Itests/escape/views
$B/tests/escape/render.o: | $B/pages/tests/escape/views/contexts.page.h
$B/render: $B/tests/escape/render.o $B/pages/tests/escape/views/contexts.page.o $B/libweft.a
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -o $@

$B/tools/%: $B/tests/tools/%.o $B/libweft.a
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(filter %.o,$^) $(filter %.a,$^) $(LDFLAGS) -o $@

BENCH_PAGES := $(wildcard bench/app/views/*.html)
$B/bench/app/page.o $B/bench/page: CPPFLAGS += -I$B/pages/bench/app/views -Ibench/app/views
$B/bench/app/page.o: | $(BENCH_PAGES:%.html=$B/pages/%.page.h)
$B/bench/app/json.o: CPPFLAGS += -I$B/codecs/bench/app
$B/bench/app/json.o: | $B/codecs/bench/app/record.json.h
$B/bench/app/app: $(patsubst %.c,$B/%.o,$(wildcard bench/app/*.c)) $B/codecs/bench/app/record.json.o $(BENCH_PAGES:%.html=$B/pages/%.page.o) $B/libweft.a
	$(call say,LD)
	$(Q)$(CC) $^ $(LDFLAGS) -o $@

$B/bench/page: $(BENCH_PAGES:%.html=$B/pages/%.page.o)
# JSON's rivals are shared objects, so that no C++ is in anything of ours: build/release/bench/json build/release/bench/*.so
$B/bench/json: $B/tests/json/record.o $B/tests/json/records.o $(if $(wildcard /usr/include/rapidjson),$B/bench/rapidjson.so)
$B/bench/rapidjson.so: bench/rivals/rapidjson.cc bench/json.h
	@mkdir -p $(@D)
	$(call say,CXX)
	$(Q)g++ -std=c++17 -O3 -fPIC -shared -Iinclude -I. $< -o $@
$B/bench/%: bench/%.c $B/libweft.a
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP $< $(filter %.o,$^) $B/libweft.a $(LDFLAGS) -lm -o $@

-include $(shell find $B -name '*.d' 2>/dev/null)
