/* A header that is not to be touched: its marks are in vendor.marks. */
#ifndef VENDOR_H
#define VENDOR_H
#include <weft/weft.h>

typedef enum vendor_axis { VENDOR_X, VENDOR_Y } vendor_axis;

typedef struct vendor_point {
    double x_value, y_value;
    vendor_axis main_axis;
    void *impl;
} vendor_point;
#endif
