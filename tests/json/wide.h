/* More members than a word has bits. */
#ifndef WIDE_H
#define WIDE_H
#include <stdint.h>

typedef struct wide { // weft:json
    int32_t m0;
    int32_t m1;
    int32_t m2;
    int32_t m3; // weft:optional
    int32_t m4;
    int32_t m5;
    int32_t m6;
    int32_t m7;
    int32_t m8;
    int32_t m9;
    int32_t m10;
    int32_t m11;
    int32_t m12;
    int32_t m13; // weft:optional
    int32_t m14;
    int32_t m15;
    int32_t m16;
    int32_t m17;
    int32_t m18;
    int32_t m19;
    int32_t m20;
    int32_t m21;
    int32_t m22;
    int32_t m23; // weft:optional
    int32_t m24;
    int32_t m25;
    int32_t m26;
    int32_t m27;
    int32_t m28;
    int32_t m29;
    int32_t m30;
    int32_t m31;
    int32_t m32;
    int32_t m33; // weft:optional
    int32_t m34;
    int32_t m35;
    int32_t m36;
    int32_t m37;
    int32_t m38;
    int32_t m39;
    int32_t m40;
    int32_t m41;
    int32_t m42;
    int32_t m43; // weft:optional
    int32_t m44;
    int32_t m45;
    int32_t m46;
    int32_t m47;
    int32_t m48;
    int32_t m49;
    int32_t m50;
    int32_t m51;
    int32_t m52;
    int32_t m53; // weft:optional
    int32_t m54;
    int32_t m55;
    int32_t m56;
    int32_t m57;
    int32_t m58;
    int32_t m59;
    int32_t m60;
    int32_t m61;
    int32_t m62;
    int32_t m63; // weft:optional
    int32_t m64;
    int32_t m65;
    int32_t m66;
    int32_t m67;
    int32_t m68; // weft:optional max=9
    int32_t m69;
} wide;
#endif
