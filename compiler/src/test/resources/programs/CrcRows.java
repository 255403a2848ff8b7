import dev.slipstream.api.Parallel;

/** A CRC-32 for each row of bytes. */
class CrcRows {
  private static final int[] TABLE = makeTable();

  private static int[] makeTable() {
    int[] table = new int[256];
    for (int n = 0; n < 256; n++) {
      int c = n;
      for (int k = 0; k < 8; k++) {
        c = (c & 1) != 0 ? 0xEDB88320 ^ (c >>> 1) : c >>> 1;
      }
      table[n] = c;
    }
    return table;
  }

  static Object run(int size) {
    byte[][] rows = new byte[size][];
    for (int r = 0; r < size; r++) {
      rows[r] = new byte[20 + r % 9];
      for (int i = 0; i < rows[r].length; i++) {
        rows[r][i] = (byte) (r * 31 + i * 7);
      }
    }
    int[] crc = new int[size];
    for (@Parallel int r = 0; r < size; r++) {
      byte[] row = rows[r];
      int c = ~0;
      for (int i = 0; i < row.length; i++) {
        c = TABLE[(c ^ row[i]) & 0xff] ^ (c >>> 8);
      }
      crc[r] = ~c;
    }
    return crc;
  }
}
