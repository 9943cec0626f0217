/** The runtime as a module, for programs on the module path: their modules are made to require it. */
module paratrace.rt {
    exports paratrace.rt;
}
