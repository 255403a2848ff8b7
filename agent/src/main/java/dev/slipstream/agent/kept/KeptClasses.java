package dev.slipstream.agent.kept;

import dev.slipstream.compiler.guard.emission.GuardedClass;
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
import org.jspecify.annotations.Nullable;

/**
 * Keeps the guarded classes of one program between its starts, in a file in the user's own cache
 * folder. A file that belongs to another program, or is outdated, damaged or unreadable, counts as
 * missing. Thread-safe, and safe between processes: a file is replaced as a whole, and the last
 * writer wins.
 */
public final class KeptClasses {
  private static final String PREFIX = "guards-";
  private static final int MOST_FILES = 16;
  private static final long MOST_BYTES = 64L << 20;

  /** New classes are written when they exceed this many bytes in memory. */
  private static final long MOST_PENDING = 4L << 20;

  private final Path folder;
  private final CacheFile file;
  private final String program;
  private final Log log;
  private final @Nullable KeptFile before;
  private final Map<ClassKey, byte[]> pending = new HashMap<>();
  private long pendingBytes;
  private boolean isFull;

  private KeptClasses(Path folder, String name, String program, Log log) {
    this.folder = folder;
    this.file = new CacheFile(folder, PREFIX + name, MOST_BYTES);
    this.program = program;
    this.log = log;
    this.before = read().orElse(null);
  }

  /**
   * Returns the kept classes of a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's classes
   * @param program a description of everything that its guarded classes depend on besides
   *     themselves
   */
  public static KeptClasses of(Path folder, String name, String program, Log log) {
    return new KeptClasses(folder, name, program, log);
  }

  private Optional<KeptFile> read() {
    try {
      return file.read().flatMap(content -> KeptFile.of(content, program));
    } catch (IOException | RuntimeException unreadable) {
      log.debug(() -> file.path() + " is not used: " + unreadable);
      return Optional.empty();
    }
  }

  /**
   * Returns the guarded class that an earlier start has made of a class file.
   *
   * @param form how the class is instrumented
   */
  public Optional<GuardedClass> find(byte[] classFile, int form) {
    if (before == null) {
      return Optional.empty();
    }
    try {
      return before.find(ClassKey.of(classFile, form), KeptClass::read);
    } catch (IOException | RuntimeException damaged) {
      log.debug(() -> file.path() + " is damaged: " + damaged);
      return Optional.empty();
    }
  }

  /** Keeps the guarded form of a class. */
  public synchronized void add(byte[] classFile, int form, GuardedClass guarded) {
    if (isFull) {
      return;
    }
    byte[] kept = KeptClass.write(guarded);
    pending.put(ClassKey.of(classFile, form), kept);
    pendingBytes += kept.length;
    if (pendingBytes > MOST_PENDING) {
      write();
    }
  }

  /** Writes the classes that were added since the last call. */
  public synchronized void write() {
    if (pending.isEmpty()) {
      return;
    }
    try {
      Optional<KeptFile> there = read();
      SortedMap<ClassKey, byte[]> all = there.isPresent() ? there.get().all() : new TreeMap<>();
      all.putAll(pending);
      byte[] content = KeptFile.write(program, all);
      if (content.length > MOST_BYTES) {
        isFull = true;
      } else {
        file.write(content);
        removeOldest();
      }
    } catch (IOException | RuntimeException unable) {
      isFull = true;
      log.debug(() -> file.path() + " cannot be written: " + unable);
    }
    pending.clear();
    pendingBytes = 0;
  }

  private void removeOldest() throws IOException {
    Map<Path, FileTime> files = new HashMap<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, PREFIX + "*")) {
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
