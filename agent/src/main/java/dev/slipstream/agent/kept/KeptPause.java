package dev.slipstream.agent.kept;

import dev.slipstream.runtime.configuration.Log;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Keeps between the starts of a program before what time it should prepare none of its loops, since
 * that has taken longer than it has gained. Thread-safe.
 */
public final class KeptPause {
  /** The only entry, which belongs to no class. */
  private static final ClassKey KEY = new ClassKey(0, 0, 0);

  private final KeptEntries entries;
  private final long nanos;

  private KeptPause(KeptEntries entries) {
    this.entries = entries;
    this.nanos =
        entries
            .find(KEY, (bytes, at, size) -> ByteBuffer.wrap(bytes, at, size).getLong())
            .orElse(0L);
  }

  /**
   * Returns what is kept for a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's times
   * @param program a description of everything that the times of its loops depend on
   */
  public static KeptPause of(Path folder, String name, String program, Log log) {
    return new KeptPause(new KeptEntries(folder, "pause-", name, program, log));
  }

  /** The time since the program's start, in nanoseconds; 0 if none is kept. */
  public long nanos() {
    return nanos;
  }

  /** Keeps a time for later starts, in nanoseconds. */
  public void keep(long next) {
    if (next != nanos) {
      entries.add(KEY, ByteBuffer.allocate(Long.BYTES).putLong(next).array());
      entries.write(there -> true);
    }
  }
}
