package dev.slipstream.ucx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file behind memory that UCX has allocated, which has no name any more. Other processes of the
 * same user on this machine open it among the open files of its process, so that nothing is left
 * when both have ended, however they ended.
 *
 * @param process the process that has it open
 * @param descriptor its number in that process
 * @param offset where in the file the memory begins
 */
record SharedFile(long process, int descriptor, long offset) {
  private static final int HEXADECIMAL = 16;

  /** A line of Linux's list of mapped files: addresses, access, offset, device, inode, path. */
  private static final Pattern MAPPING =
      Pattern.compile("([0-9a-f]+)-([0-9a-f]+) \\S+ ([0-9a-f]+) \\S+ \\d+ +(/.*)");

  /**
   * Finds the file behind memory of this process.
   *
   * @return the file, or null if there is none that others can open
   */
  static @Nullable SharedFile of(long address, long length) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      for (String line : (Iterable<String>) lines::iterator) {
        Matcher mapping = MAPPING.matcher(line);
        if (mapping.matches() && contains(mapping, address, length)) {
          int descriptor = descriptor(mapping.group(4));
          long offset = address - hexadecimal(mapping.group(1)) + hexadecimal(mapping.group(3));
          return descriptor < 0
              ? null
              : new SharedFile(ProcessHandle.current().pid(), descriptor, offset);
        }
      }
    } catch (IOException | RuntimeException unknown) {
      note("the file behind shared memory is not known", unknown);
    }
    return null;
  }

  private static boolean contains(Matcher mapping, long address, long length) {
    return hexadecimal(mapping.group(1)) <= address
        && address + length <= hexadecimal(mapping.group(2));
  }

  private static long hexadecimal(String digits) {
    return Long.parseUnsignedLong(digits, HEXADECIMAL);
  }

  private static int descriptor(String target) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path file : (Iterable<Path>) open::iterator) {
        if (target.equals(target(file))) {
          return Integer.parseInt(file.getFileName().toString());
        }
      }
    }
    return -1;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  /**
   * Maps memory of another process for reading.
   *
   * @return the memory, or null if this process cannot read it
   */
  @Nullable ByteBuffer map(long length) {
    Path file = Path.of("/proc", Long.toString(process), "fd", Integer.toString(descriptor));
    // Opening a pipe would wait for its writer.
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      // To touch memory behind the end of a file ends the JVM.
      return channel.size() - length < offset
          ? null
          : channel.map(FileChannel.MapMode.READ_ONLY, offset, length);
    } catch (IOException | RuntimeException notReadable) {
      note("the memory of process " + process + " cannot be mapped", notReadable);
      return null;
    }
  }

  private static void note(String what, Exception cause) {
    System.getLogger(SharedFile.class.getName()).log(System.Logger.Level.DEBUG, what, cause);
  }
}
