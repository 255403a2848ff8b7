package dev.slipstream.runtime.device.cpu;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** Measures how many bytes the instructions of a class's largest method have. */
final class LargestMethod {
  /** The JIT compiler compiles no larger method. */
  static final int MOST_COMPILED = 8000;

  private final DataInputStream in;
  private final boolean[] isCode;

  private LargestMethod(DataInputStream in, int constants) {
    this.in = in;
    this.isCode = new boolean[constants];
  }

  /**
   * Measures a class.
   *
   * @throws IOException if it is no class file
   */
  static int of(byte[] classFile) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    in.readInt();
    in.readInt();
    return new LargestMethod(in, in.readUnsignedShort()).find();
  }

  private int find() throws IOException {
    for (int c = 1; c < isCode.length; c++) {
      c += readConstant(c);
    }
    // Access, names of the class and its superclass; then its interfaces.
    in.skipNBytes(6);
    in.skipNBytes(2L * in.readUnsignedShort());
    for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
      readMember();
    }
    int largest = 0;
    for (int methods = in.readUnsignedShort(); methods > 0; methods--) {
      largest = Math.max(largest, readMember());
    }
    return largest;
  }

  /** Reads a constant; returns 1 if it takes two places. */
  private int readConstant(int place) throws IOException {
    switch (in.readUnsignedByte()) {
      case 1 -> isCode[place] = in.readUTF().equals("Code");
      case 5, 6 -> {
        in.skipNBytes(8);
        return 1;
      }
      case 15 -> in.skipNBytes(3);
      case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
      default -> in.skipNBytes(4);
    }
    return 0;
  }

  /** Reads a field or method; returns the length of its code, if any. */
  private int readMember() throws IOException {
    in.skipNBytes(6);
    int length = 0;
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      boolean code = isCode[in.readUnsignedShort()];
      int bytes = in.readInt();
      if (code) {
        in.skipNBytes(4);
        length = in.readInt();
        bytes -= 8;
      }
      in.skipNBytes(bytes);
    }
    return length;
  }
}
