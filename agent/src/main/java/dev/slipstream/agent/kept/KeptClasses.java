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
 * The classes of one program, with guards, between its starts: a file in the user's own cache
 * folder. Another program's, an old or a damaged file is as if it were not there, and so is one
 * that cannot be read. Thread-safe, and safe between processes: a file appears as a whole, and the
 * last one stays.
 */
public final class KeptClasses {
  private static final String PREFIX = "guards-";
  private static final int MOST_FILES = 16;
  private static final long MOST_BYTES = 64L << 20;

  /** So much is held in memory before it is written. */
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
   * Those of a program.
   *
   * @param folder need not be there
   * @param name of a file; programs of the same name replace each other's classes
   * @param program describes all that its classes with guards depend on besides themselves
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
   * What an earlier start has made of a class.
   *
   * @param form how it is instrumented
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

  /** Keeps what was made of a class. */
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

  /** Writes what was kept since the last time. */
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
