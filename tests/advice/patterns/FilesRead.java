/** Each iteration reads a file through a stream of its own. */
public class FilesRead {
    public static void main(String[] args) throws java.io.IOException {
        java.io.File file = java.io.File.createTempFile("read", null);
        String name = file.getPath();
        try (var out = new java.io.FileOutputStream(name)) {
            out.write(new byte[] {7, 8, 9});
        }
        int[] read = new int[60];
        for (int i = 0; i < read.length; i++) { // advice: independent | with-changes
            try (var in = new java.io.FileInputStream(name)) {
                read[i] = in.read() * i % 31;
            }
        }
        System.out.println(read[59] + " " + file.delete());
    }
}
