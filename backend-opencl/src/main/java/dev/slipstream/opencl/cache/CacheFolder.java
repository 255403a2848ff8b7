package dev.slipstream.opencl.cache;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Files in a folder that several processes may use at the same time without a lock: a file appears
 * as a whole, by being renamed, and may vanish at any moment. A file's time of change is the time
 * of its last use. Files of other names are never touched.
 */
final class CacheFolder {
  private static final String SUFFIX = ".clbin";
  private static final String UNFINISHED_SUFFIX = ".tmp";
  private static final Pattern FILE = Pattern.compile("[0-9a-f]{64}\\.clbin");
  private static final Pattern UNFINISHED = Pattern.compile("[0-9a-f]{64}\\..*\\.tmp");

  /** No process takes that long to write a file, so the one that began it has died. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path folder;

  CacheFolder(Path folder) {
    this.folder = folder;
  }

  /** A file's size and when it was used last. */
  private record Stored(Path file, long bytes, FileTime used) {}

  /** The file's bytes; empty if there is none. Counts as a use of it. */
  Optional<byte[]> read(CacheKey key) throws IOException {
    Path file = file(key);
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  /** Notes that a file was used. */
  void used(CacheKey key) throws IOException {
    Files.setLastModifiedTime(file(key), FileTime.from(Instant.now()));
  }

  /** Writes a file; if several processes do so, the last one's stays. */
  void write(CacheKey key, byte[] bytes) throws IOException {
    Files.createDirectories(folder, ownerOnly());
    Path unfinished = Files.createTempFile(folder, key.hex() + ".", UNFINISHED_SUFFIX);
    try {
      Files.write(unfinished, bytes);
      Files.move(unfinished, file(key), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Deletes a file if it is there. */
  void delete(CacheKey key) throws IOException {
    Files.deleteIfExists(file(key));
  }

  /**
   * Deletes the files that were not used for longest until the rest has at most so many bytes, and
   * what processes that died have left.
   */
  void shrink(long mostBytes) throws IOException {
    List<Stored> files = list();
    long bytes = files.stream().mapToLong(Stored::bytes).sum();
    files.sort(Comparator.comparing(Stored::used));
    for (Stored oldest : files) {
      if (bytes <= mostBytes) {
        return;
      }
      // It may have been deleted by another process meanwhile, which serves as well.
      Files.deleteIfExists(oldest.file());
      bytes -= oldest.bytes();
    }
  }

  private List<Stored> list() throws IOException {
    List<Stored> files = new ArrayList<>();
    Instant abandoned = Instant.now().minus(ABANDONED);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        boolean unfinished = UNFINISHED.matcher(name).matches();
        Optional<Stored> stored =
            unfinished || FILE.matcher(name).matches() ? stored(entry) : Optional.empty();
        if (stored.isPresent() && !unfinished) {
          files.add(stored.get());
        } else if (stored.filter(s -> s.used().toInstant().isBefore(abandoned)).isPresent()) {
          Files.deleteIfExists(entry);
        }
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    return files;
  }

  private static Optional<Stored> stored(Path file) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Stored(file, found.size(), found.lastModifiedTime()));
    } catch (NoSuchFileException vanished) {
      return Optional.empty();
    }
  }

  private Path file(CacheKey key) {
    return folder.resolve(key.hex() + SUFFIX);
  }

  /** What is loaded into drivers is nobody else's to write. */
  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }
}
