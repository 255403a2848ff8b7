package dev.slipstream.agent.kept;

import dev.slipstream.agent.kept.KeptFile.Reading;
import dev.slipstream.runtime.configuration.CacheFile;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something about the classes of one program between its starts, in a file in the user's own
 * cache folder. A file that belongs to another program, or is outdated, damaged or unreadable,
 * counts as missing. Thread-safe, and safe between processes: a file is replaced as a whole, and
 * the last writer wins.
 */
final class KeptEntries {
  private static final int MOST_FILES = 16;
  private static final long MOST_BYTES = 64L << 20;

  private final Path folder;
  private final String prefix;
  private final CacheFile file;
  private final String program;
  private final Log log;
  private final @Nullable KeptFile before;
  private final Map<ClassKey, byte[]> pending = new HashMap<>();
  private long pendingBytes;
  private boolean isFull;

  /**
   * @param folder need not exist
   * @param prefix the beginning of the names of all files of this kind
   * @param name the rest of the file's name; programs of the same name replace each other's entries
   * @param program a description of everything that the entries depend on besides their classes
   */
  KeptEntries(Path folder, String prefix, String name, String program, Log log) {
    this.folder = folder;
    this.prefix = prefix;
    this.file = new CacheFile(folder, prefix + name, MOST_BYTES);
    this.program = program;
    this.log = log;
    this.before = read().orElse(null);
  }

  private Optional<KeptFile> read() {
    try {
      return file.read().flatMap(content -> KeptFile.of(content, program));
    } catch (IOException | RuntimeException unreadable) {
      log.debug(() -> file.path() + " is not used: " + unreadable);
      return Optional.empty();
    }
  }

  /** Returns what earlier starts have kept under a key. */
  <T> Optional<T> find(ClassKey key, Reading<T> reading) {
    if (before == null) {
      return Optional.empty();
    }
    try {
      return before.find(key, reading);
    } catch (IOException | RuntimeException damaged) {
      log.debug(() -> file.path() + " is damaged: " + damaged);
      return Optional.empty();
    }
  }

  /** Returns the file of the earlier starts. */
  Optional<KeptFile> before() {
    return Optional.ofNullable(before);
  }

  /**
   * Adds an entry, which is written later.
   *
   * @return the size in bytes of all entries that are not written yet
   */
  synchronized long add(ClassKey key, byte[] kept) {
    if (!isFull) {
      pending.put(key, kept);
      pendingBytes += kept.length;
    }
    return pendingBytes;
  }

  /**
   * Writes the entries that were added since the last call.
   *
   * @param mayJoin whether they may be written together with those of a file that another process
   *     may have written meanwhile; otherwise they are dropped
   */
  synchronized void write(Predicate<Optional<KeptFile>> mayJoin) {
    if (pending.isEmpty()) {
      return;
    }
    try {
      Optional<KeptFile> there = read();
      if (mayJoin.test(there)) {
        SortedMap<ClassKey, byte[]> all = there.isPresent() ? there.get().all() : new TreeMap<>();
        all.putAll(pending);
        write(KeptFile.write(program, all));
      }
    } catch (IOException | RuntimeException unable) {
      isFull = true;
      log.debug(() -> file.path() + " cannot be written: " + unable);
    }
    pending.clear();
    pendingBytes = 0;
  }

  private void write(byte[] content) throws IOException {
    if (content.length > MOST_BYTES) {
      isFull = true;
    } else {
      file.write(content);
      removeOldest();
    }
  }

  private void removeOldest() throws IOException {
    Map<Path, FileTime> files = new HashMap<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, prefix + "*")) {
      for (Path other : stream) {
        try {
          files.put(other, Files.getLastModifiedTime(other, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException vanished) {
          log.debug(() -> "another process has removed " + other);
        }
      }
    }
    List<Path> oldest = new ArrayList<>(files.keySet());
    oldest.sort(Comparator.comparing(files::get));
    for (Path other : oldest.subList(0, Math.max(0, oldest.size() - MOST_FILES))) {
      Files.deleteIfExists(other);
    }
  }
}
