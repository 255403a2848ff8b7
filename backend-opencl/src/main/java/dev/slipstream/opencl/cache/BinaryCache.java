package dev.slipstream.opencl.cache;

import dev.slipstream.runtime.configuration.FolderOwner;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * Build results on disk, limited in total size. If the folder cannot be read or written, the log
 * reports it once, and the cache behaves as if it were empty. Thread-safe. Several processes may
 * use the folder at the same time without a lock: a file appears as a whole, by being renamed, and
 * may disappear at any moment. A file's modification time is the time of its last use. Files with
 * other names are never touched.
 */
public final class BinaryCache {
  private static final String SUFFIX = ".clbin";
  private static final Pattern FILE = Pattern.compile("[0-9a-f]{64}\\.clbin");
  private static final Pattern UNFINISHED = Pattern.compile("\\.?[0-9a-f]{64}\\..*\\.tmp");

  /**
   * No process takes that long to write a file; an older unfinished file is from a process that has
   * died.
   */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path folder;
  private final long mostBytes;
  private final Log log;
  private final AtomicBoolean saidUnusable = new AtomicBoolean();
  private volatile boolean isTrusted;
  private volatile boolean isRefused;

  /**
   * @param folder created when the first result is stored
   * @param mostBytes the limit for the total size of all files
   */
  public BinaryCache(Path folder, long mostBytes, Log log) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.log = log;
  }

  /** An action on the folder. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /** The build result for this key. A damaged one is deleted and ignored. */
  public Optional<byte[]> find(CacheKey key) {
    if (!mayUse()) {
      return Optional.empty();
    }
    try {
      Optional<byte[]> file = read(key);
      Optional<byte[]> binary = file.flatMap(bytes -> key.binary(bytes));
      if (binary.isPresent()) {
        attempt(() -> Files.setLastModifiedTime(file(key), FileTime.from(Instant.now())));
      } else if (file.isPresent()) {
        log.debug(() -> "a damaged file of built kernels was deleted from " + folder);
        delete(key);
      }
      return binary;
    } catch (IOException | RuntimeException | OutOfMemoryError unreadable) {
      sayUnusable(unreadable);
      return Optional.empty();
    }
  }

  /** Stores a build result, and deletes others if the limit is exceeded. */
  public void store(CacheKey key, byte[] binary) {
    if (CacheKey.HEADER_BYTES + (long) binary.length > mostBytes || !mayUse()) {
      return;
    }
    attempt(
        () -> {
          write(key, key.file(binary));
          shrink();
        });
  }

  /** Deletes a build result that cannot be used. */
  public void delete(CacheKey key) {
    attempt(() -> Files.deleteIfExists(file(key)));
  }

  /** Whether the folder belongs to the user, or will when it is created. */
  private boolean mayUse() {
    if (!isTrusted && !isRefused) {
      try {
        Optional<String> reason = FolderOwner.distrust(folder);
        reason.ifPresent(this::refuse);
        isTrusted = reason.isEmpty() && Files.exists(folder);
      } catch (IOException | RuntimeException unknown) {
        refuse(unknown.toString());
      }
    }
    return !isRefused;
  }

  private void refuse(String reason) {
    isRefused = true;
    log.warn(
        "built kernels are neither kept in nor read from "
            + folder
            + ": "
            + reason
            + ". Make it your own, with no permissions for others, or set slipstream.cache.dir to"
            + " another folder");
  }

  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | OutOfMemoryError unable) {
      sayUnusable(unable);
    }
  }

  private void sayUnusable(Throwable why) {
    if (saidUnusable.compareAndSet(false, true)) {
      log.debug(() -> "built kernels cannot be kept in " + folder + ": " + why);
    }
  }

  /** A file's size and the time of its last use. */
  private record Stored(Path file, long bytes, FileTime used) {}

  /** The file's bytes; empty if it does not exist. Counts as a use of the file. */
  private Optional<byte[]> read(CacheKey key) throws IOException {
    Path file = file(key);
    try {
      FolderOwner.requireOwn(file);
      try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(stream.readAllBytes());
      }
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  /** Writes a file; if several processes do so, the last one wins. */
  private void write(CacheKey key, byte[] bytes) throws IOException {
    // Only the user may write files that are loaded into drivers.
    OutputFile.createFolder(folder);
    if (!isTrusted && !mayUse()) {
      return;
    }
    OutputFile.write(file(key), bytes);
  }

  /**
   * Deletes the least recently used files until the limit is met, and unfinished files of processes
   * that have died.
   */
  private void shrink() throws IOException {
    List<Stored> files = list();
    long bytes = files.stream().mapToLong(Stored::bytes).sum();
    files.sort(Comparator.comparing(Stored::used));
    for (Stored oldest : files) {
      if (bytes <= mostBytes) {
        return;
      }
      // Another process may have deleted the file meanwhile, which is as good.
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
}
