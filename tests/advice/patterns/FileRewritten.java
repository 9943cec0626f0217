/** What an iteration writes to a file is read by the next one, through streams of their own. */
public class FileRewritten {
    public static void main(String[] args) throws java.io.IOException {
        java.io.File file = java.io.File.createTempFile("rewritten", null);
        String name = file.getPath();
        try (var out = new java.io.FileOutputStream(name)) {
            out.write(7);
        }
        for (int i = 0; i < 60; i++) { // advice: serial | not-known
            int read;
            try (var in = new java.io.FileInputStream(name)) {
                read = in.read();
            }
            try (var out = new java.io.FileOutputStream(name)) {
                out.write((read * 31 + i) % 251);
            }
        }
        System.out.println(file.delete());
    }
}
