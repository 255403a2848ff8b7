package dev.slipstream.demo;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/**
 * A file of numbers at fixed places, so that several threads and processes can write and read parts
 * of it simultaneously. Little-endian.
 */
final class DoubleFile implements Closeable {
  private static final int CHUNK = 1 << 17;

  private final FileChannel channel;
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(CHUNK * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private DoubleFile(FileChannel channel) {
    this.channel = channel;
  }

  static DoubleFile open(Path file, OpenOption... options) throws IOException {
    return new DoubleFile(FileChannel.open(file, options));
  }

  /**
   * Writes elements of an array.
   *
   * @param from the first element
   * @param to the index after the last element
   * @param place the place of the first element, in numbers from the beginning of the file
   */
  void write(double[] values, int from, int to, long place) throws IOException {
    for (int at = from; at < to; at += CHUNK) {
      int count = Math.min(CHUNK, to - at);
      bytes.clear().limit(count * Double.BYTES);
      bytes.asDoubleBuffer().put(values, at, count);
      long position = (place + at - from) * Double.BYTES;
      while (bytes.hasRemaining()) {
        position += channel.write(bytes, position);
      }
    }
  }

  /**
   * Reads elements of an array.
   *
   * @param from the first element
   * @param to the index after the last element
   * @param place the place of the first element, in numbers from the beginning of the file
   * @throws EOFException if the file is too short
   */
  void read(double[] values, int from, int to, long place) throws IOException {
    for (int at = from; at < to; at += CHUNK) {
      int count = Math.min(CHUNK, to - at);
      bytes.clear().limit(count * Double.BYTES);
      long position = (place + at - from) * Double.BYTES;
      while (bytes.hasRemaining()) {
        int read = channel.read(bytes, position);
        if (read < 0) {
          throw new EOFException("the file ends at byte " + position);
        }
        position += read;
      }
      bytes.flip();
      bytes.asDoubleBuffer().get(values, at, count);
    }
  }

  /** Waits until all written data is on the disk. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
