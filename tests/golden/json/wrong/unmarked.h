/* Nothing is marked. */
struct plain {
    int a;
};
