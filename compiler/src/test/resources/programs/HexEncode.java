import dev.slipstream.api.Parallel;

/** Bytes as hexadecimal digits. */
class HexEncode {
  private static final char[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  static char[] encode(byte[] data) {
    char[] text = new char[2 * data.length];
    for (@Parallel int i = 0; i < data.length; i++) {
      text[2 * i] = DIGITS[(data[i] >> 4) & 15];
      text[2 * i + 1] = DIGITS[data[i] & 15];
    }
    return text;
  }

  static Object run(int size) {
    byte[] data = new byte[size];
    for (int i = 0; i < size; i++) {
      data[i] = (byte) (i * i);
    }
    return encode(data);
  }
}
