module acme.one {
    exports acme.one;
}
