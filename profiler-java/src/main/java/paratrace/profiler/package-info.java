/**
 * Counts what tasks read and write of data that they share.
 *
 * <p>{@link paratrace.profiler.Profiler} is what a program calls by hand. {@link paratrace.profiler.Task} and
 * {@link paratrace.profiler.Counter} are what {@code paratrace instrument --counters} inserts calls of. When the JVM ends,
 * the statistics are written to {@code NAME.statistics} in the working directory, where {@code NAME} is the program's, or to
 * the file that the system property {@code paratrace.statistics} names.
 */
package paratrace.profiler;
