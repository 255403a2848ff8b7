package dev.slipstream.agent.kept;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The format of a file of kept entries, big-endian: {@code magic}; {@code sum} of all that follows;
 * {@code n} and the {@code n} bytes of the program's description; {@code count} and as many entries
 * {@code sums, length, form, offset, size} in ascending order of their keys; then the data that the
 * entries point to.
 */
final class KeptFile {
  private static final long MAGIC = 0x534c_4950_4b45_5031L;
  private static final int HEADER = Long.BYTES + Long.BYTES;
  private static final int ENTRY = Long.BYTES + 4 * Integer.BYTES;

  private final byte[] bytes;
  private final ByteBuffer buffer;
  private final int entries;
  private final int count;

  private KeptFile(byte[] bytes, int entries, int count) {
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
    this.entries = entries;
    this.count = count;
  }

  /**
   * Returns the classes of a program in a file; empty if the file is damaged or another program's.
   */
  static Optional<KeptFile> of(byte[] bytes, String program) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    byte[] expected = program.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < HEADER + 2 * Integer.BYTES + expected.length
        || in.getLong() != MAGIC
        || in.getLong() != sum(bytes)
        || in.getInt() != expected.length
        || !Arrays.equals(
            bytes, in.position(), in.position() + expected.length, expected, 0, expected.length)) {
      return Optional.empty();
    }
    in.position(in.position() + expected.length);
    int count = in.getInt();
    int start = in.position();
    return count >= 0 && start + (long) count * ENTRY <= bytes.length
        ? Optional.of(new KeptFile(bytes, start, count))
        : Optional.empty();
  }

  private static long sum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes, HEADER, bytes.length - HEADER);
    return sum.getValue();
  }

  /** Reads the data of an entry. */
  @FunctionalInterface
  interface Reading<T> {
    T read(byte[] bytes, int offset, int length) throws IOException;
  }

  /** Returns the value of a key. */
  <T> Optional<T> find(ClassKey key, Reading<T> reading) throws IOException {
    int from = 0;
    int to = count - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int order = key(middle).compareTo(key);
      if (order == 0) {
        return Optional.of(value(middle, reading));
      } else if (order < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    return Optional.empty();
  }

  private ClassKey key(int entry) {
    int at = entries + entry * ENTRY;
    return new ClassKey(buffer.getLong(at), buffer.getInt(at + 8), buffer.getInt(at + 12));
  }

  /** Returns the values of all keys. */
  <T> List<T> values(Reading<T> reading) throws IOException {
    List<T> values = new ArrayList<>();
    for (int entry = 0; entry < count; entry++) {
      values.add(value(entry, reading));
    }
    return values;
  }

  private <T> T value(int entry, Reading<T> reading) throws IOException {
    int at = entries + entry * ENTRY;
    return reading.read(bytes, buffer.getInt(at + 16), buffer.getInt(at + 20));
  }

  /** Returns all entries. */
  SortedMap<ClassKey, byte[]> all() throws IOException {
    SortedMap<ClassKey, byte[]> all = new TreeMap<>();
    for (int entry = 0; entry < count; entry++) {
      all.put(
          key(entry),
          value(entry, (from, offset, size) -> Arrays.copyOfRange(from, offset, offset + size)));
    }
    return all;
  }

  /** Returns the bytes of a file with these entries. */
  static byte[] write(String program, SortedMap<ClassKey, byte[]> all) {
    byte[] description = program.getBytes(StandardCharsets.UTF_8);
    int start = HEADER + 2 * Integer.BYTES + description.length + all.size() * ENTRY;
    long size = start + all.values().stream().mapToLong(kept -> kept.length).sum();
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(size));
    out.putLong(MAGIC).putLong(0).putInt(description.length).put(description).putInt(all.size());
    int offset = start;
    for (Map.Entry<ClassKey, byte[]> entry : all.entrySet()) {
      ClassKey key = entry.getKey();
      out.putLong(key.sums()).putInt(key.length()).putInt(key.form());
      out.putInt(offset).putInt(entry.getValue().length);
      offset += entry.getValue().length;
    }
    all.values().forEach(out::put);
    return out.putLong(Long.BYTES, sum(out.array())).array();
  }
}
