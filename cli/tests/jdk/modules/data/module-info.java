module data {
    exports data;
    provides data.Store with data.Listed;
}
