/* An include that is not there. */
#include "gone.h"
