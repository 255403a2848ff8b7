package dev.slipstream.agent.kept;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Tells a class file from the others of a program. Not by a cryptographic sum, which takes
 * milliseconds for each class before the JVM has compiled it: who could write another class file
 * could as well write into the program.
 *
 * @param sums two sums of 32 bits
 * @param length in bytes
 * @param form how the class is instrumented
 */
record ClassKey(long sums, int length, int form) implements Comparable<ClassKey> {
  static ClassKey of(byte[] classFile, int form) {
    CRC32 first = new CRC32();
    first.update(classFile);
    Adler32 second = new Adler32();
    second.update(classFile);
    return new ClassKey(first.getValue() << 32 | second.getValue(), classFile.length, form);
  }

  @Override
  public int compareTo(ClassKey other) {
    int order = Long.compare(sums, other.sums);
    order = order == 0 ? Integer.compare(length, other.length) : order;
    return order == 0 ? Integer.compare(form, other.form) : order;
  }
}
