package executed;

/**
 * Runs classes with two versions. {@code java executed.Runner ROUNDS CLASS...} prints a line for each class: its name, the
 * number of rounds whose result was not that of the serial version, and the first difference.
 */
public final class Runner {
    private Runner() {
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        for (int k = 1; k < args.length; k++) {
            run(args[k], rounds);
        }
    }

    private static void run(String name, int rounds) throws Exception {
        String expected = versions(name).serial();
        int differing = 0;
        String first = "";
        for (int round = 0; round < rounds; round++) {
            Versions versions = versions(name);
            String found = parallel(versions);
            if (!Results.agree(expected, found, versions.tolerance())) {
                first = differing == 0 ? Results.difference(expected, found) : first;
                differing++;
            }
        }
        System.out.println(name + " " + differing + " " + first);
    }

    /** A new object for each round: no round sees what another one has left in fields. */
    private static Versions versions(String name) throws ReflectiveOperationException {
        return (Versions) Class.forName(name).getDeclaredConstructor().newInstance();
    }

    private static String parallel(Versions versions) {
        try {
            return versions.parallel();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
