package dev.slipstream.model.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads the data that {@link WireWriter} has written. It trusts nothing: every value is checked,
 * and it allocates no more memory than there are bytes. Not thread-safe.
 */
public final class WireReader {
  private final byte[] bytes;
  private final String whole;
  private int at;

  /** The position of the value that was read last. */
  private int start;

  /**
   * @param whole the name of the data in messages
   */
  public WireReader(byte[] bytes, String whole) {
    this.bytes = bytes;
    this.whole = whole;
  }

  /**
   * The exception for a wrong value that was read last.
   *
   * @param problem the value and the reason why it is wrong
   */
  public WireFormException wrong(String problem) {
    return new WireFormException(
        "the bytes are no wire form of " + whole + ": at byte " + start + " " + problem);
  }

  public void require(boolean isRight, String problem) {
    if (!isRight) {
      throw wrong(problem);
    }
  }

  public int octet(String what) {
    start = at;
    return next(what);
  }

  private int next(String what) {
    if (at == bytes.length) {
      throw new WireFormException(
          "the bytes are no wire form of "
              + whole
              + ": they end after "
              + at
              + " bytes in "
              + what);
    }
    return bytes[at++] & 0xFF;
  }

  public long number(String what) {
    start = at;
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      long next = next(what);
      long bits = next & 0x7F;
      // A number has only one form.
      require(
          (shift < 63 || bits <= 1) && (next != 0 || shift == 0),
          what + " has more bits than a number");
      value |= bits << shift;
      if (next < 0x80) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw wrong(what + " has more bits than a number");
  }

  public long number(String what, long least, long most) {
    long value = number(what);
    require(
        value >= least && value <= most,
        what + " is " + value + ", not from " + least + " to " + most);
    return value;
  }

  public int integer(String what, int least, int most) {
    return (int) number(what, least, most);
  }

  public boolean flag(String what) {
    int value = octet(what);
    require(value <= 1, what + " is " + value + ", not 0 or 1");
    return value == 1;
  }

  public String text(String what) {
    byte[] block = block(what);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(block)).toString();
    } catch (CharacterCodingException e) {
      throw wrong(what + " is no text in UTF-8");
    }
  }

  public byte[] block(String what) {
    int size = size(what, 0, Integer.MAX_VALUE);
    at += size;
    return Arrays.copyOfRange(bytes, at - size, at);
  }

  /** Reads the number of values that follow, each of which has at least one byte. */
  private int size(String what, int least, int most) {
    int size = integer("the size of " + what, least, most);
    require(
        size <= bytes.length - at,
        "the size of " + what + " is " + size + ", and " + (bytes.length - at) + " bytes are left");
    return size;
  }

  public <T> List<T> list(String what, int least, int most, Supplier<T> each) {
    int size = size(what, least, most);
    List<T> values = new ArrayList<>(size);
    for (int v = 0; v < size; v++) {
      values.add(each.get());
    }
    return values;
  }

  public List<Long> numbers(String what, int count, long least) {
    return list(what, count, count, () -> number("one of " + what, least, Long.MAX_VALUE));
  }

  public int[] integers(String what, int least, int most) {
    return list(what, least, most, () -> integer(what, Integer.MIN_VALUE, Integer.MAX_VALUE))
        .stream()
        .mapToInt(value -> value)
        .toArray();
  }

  /** Reads distinct numbers below a limit, in ascending order. */
  public Set<Integer> indices(String what, int limit) {
    Set<Integer> indices = new HashSet<>();
    int[] next = {0};
    list(
        what,
        0,
        limit,
        () -> {
          int index = integer("one of " + what, next[0], limit - 1);
          next[0] = index + 1;
          return indices.add(index);
        });
    return indices;
  }

  /** Whether any bytes are left. */
  public boolean hasMore() {
    return at < bytes.length;
  }

  /** Requires that no bytes are left. */
  public void end() {
    start = at;
    require(at == bytes.length, (bytes.length - at) + " bytes too many follow");
  }
}
