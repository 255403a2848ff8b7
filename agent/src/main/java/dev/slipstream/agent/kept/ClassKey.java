package dev.slipstream.agent.kept;

import java.util.zip.Adler32;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a class file among those of a program. A cryptographic hash would take milliseconds
 * for each class until the JVM has compiled it, and would protect nothing: whoever can forge a
 * class file can as well change the program.
 *
 * @param sums two checksums of 32 bits each
 * @param length in bytes
 * @param form how the class is instrumented
 */
record ClassKey(long sums, int length, int form) implements Comparable<ClassKey> {
  /** The key of what belongs to a program as a whole. */
  static final ClassKey NONE = new ClassKey(0, 0, 0);

  static ClassKey of(byte[] classFile, int form) {
    CRC32 first = new CRC32();
    first.update(classFile);
    Adler32 second = new Adler32();
    second.update(classFile);
    return new ClassKey(first.getValue() << 32 | second.getValue(), classFile.length, form);
  }

  // The JVM would generate the methods of a record while the program starts.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClassKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(sums) + form;
  }

  @Override
  public int compareTo(ClassKey other) {
    int order = Long.compare(sums, other.sums);
    order = order == 0 ? Integer.compare(length, other.length) : order;
    return order == 0 ? Integer.compare(form, other.form) : order;
  }
}
