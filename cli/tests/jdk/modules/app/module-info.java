module app {
    requires data;
    uses data.Store;
}
