package dev.slipstream.opencl.cache;

import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Build results on disk, of a bounded size. A folder that cannot be read or written is said once in
 * the log and otherwise is as if it were empty. Thread-safe, and safe between processes.
 */
public final class BinaryCache {
  private final Path path;
  private final CacheFolder folder;
  private final long mostBytes;
  private final Log log;
  private final AtomicBoolean saidUnusable = new AtomicBoolean();

  /**
   * @param path the folder; made when something is stored
   * @param mostBytes the most bytes of all files together
   */
  public BinaryCache(Path path, long mostBytes, Log log) {
    this.path = path;
    this.folder = new CacheFolder(path);
    this.mostBytes = mostBytes;
    this.log = log;
  }

  /** Something that is done with the folder. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /** The build result of this key. A damaged one is deleted, and as if it were not there. */
  public Optional<byte[]> find(CacheKey key) {
    try {
      Optional<byte[]> file = folder.read(key);
      Optional<byte[]> binary = file.flatMap(bytes -> CacheEntry.decode(key, bytes));
      if (binary.isPresent()) {
        attempt(() -> folder.used(key));
      } else if (file.isPresent()) {
        log.debug(() -> "a damaged file of built kernels was deleted from " + path);
        delete(key);
      }
      return binary;
    } catch (IOException | RuntimeException | OutOfMemoryError unreadable) {
      sayUnusable(unreadable);
      return Optional.empty();
    }
  }

  /** Stores a build result, and deletes others where there are too many bytes. */
  public void store(CacheKey key, byte[] binary) {
    if (CacheEntry.HEADER_BYTES + (long) binary.length > mostBytes) {
      return;
    }
    attempt(
        () -> {
          folder.write(key, CacheEntry.encode(key, binary));
          folder.shrink(mostBytes);
        });
  }

  /** Deletes a build result that is of no use. */
  public void delete(CacheKey key) {
    attempt(() -> folder.delete(key));
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
      log.debug(() -> "built kernels cannot be kept in " + path + ": " + why);
    }
  }
}
