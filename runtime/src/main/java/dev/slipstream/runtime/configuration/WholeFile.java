package dev.slipstream.runtime.configuration;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads files at a program's start. For {@link Files#readAllBytes} Java 17 would load some thirty
 * classes, which each program would wait for. Stateless.
 */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Returns the bytes of a file, whose length need not be known.
   *
   * @throws IOException if it cannot be read
   */
  public static byte[] read(Path file) throws IOException {
    try (InputStream stream = new FileInputStream(file.toFile())) {
      return stream.readAllBytes();
    }
  }
}
