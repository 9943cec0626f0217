package paratrace.rt;

import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The CRC-32C that the JDK has from Java 9 on, named in code: who finds it by reflection is the first to use reflection, and the program then
 * runs other code of the JDK than without a trace.
 */
final class JdkCrc32c {
    static Checksum newInstance() {
        return new CRC32C();
    }

    private JdkCrc32c() {}
}
