/* The starter's page. */
#ifndef STARTER_PAGE_H
#define STARTER_PAGE_H
#include <weft/weft.h>

weft_str page_home(void); /* lives for ever */
#endif
