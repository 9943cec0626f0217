/**
 * A program with one loop, or one recursion, that two threads can share; its first line says {@code // in parallel}. Both
 * versions make their input, compute, and return a checksum.
 */
interface Kernel {
    long serial();

    long parallel(Workers workers);
}
