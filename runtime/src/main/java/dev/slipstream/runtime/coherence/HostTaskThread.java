package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs host tasks. The arrays that a task declares are settled; it may not access
 * other arrays of which devices hold something. Guards check this without a lock, because the
 * holder of the lock may wait for the task.
 */
public final class HostTaskThread extends Thread {
  /** The arrays that a task declares. */
  private record Declared(String task, Set<Object> arrays) {}

  /** The submission of a loop takes microseconds unless it has to wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** How long the current task may still wait for threads that submit loops. */
  private Duration patience = PATIENCE;

  /** What the current task declares; used by this thread alone. */
  private @Nullable Declared declared;

  /**
   * Creates a daemon thread that is not started and inherits nothing.
   *
   * @param work takes tasks
   */
  public HostTaskThread(ThreadGroup group, Runnable work, String name) {
    super(group, work, name, 0, /* inheritThreadLocals= */ false);
    setDaemon(true);
    setContextClassLoader(null);
  }

  /** The calling thread if it runs host tasks; otherwise null. */
  static @Nullable HostTaskThread current() {
    return Thread.currentThread() instanceof HostTaskThread thread ? thread : null;
  }

  /** Whether the calling thread runs a host task. */
  public static boolean isCurrent() {
    return Thread.currentThread() instanceof HostTaskThread;
  }

  /**
   * Runs a task on the calling thread, which must be a {@code HostTaskThread}.
   *
   * @param task the name of the task in messages
   * @param arrays the arrays that it declares
   * @param loader the context class loader of the thread that submitted it
   * @throws IllegalStateException if the calling thread is another one
   */
  public static void run(
      String task, List<Object> arrays, @Nullable ClassLoader loader, Runnable code) {
    HostTaskThread thread = current();
    if (thread == null) {
      throw new IllegalStateException(task + " has no thread of its own");
    }
    Set<Object> all = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object array : arrays) {
      collect(array, all);
    }
    thread.declared = new Declared(task, all);
    thread.patience = PATIENCE;
    thread.setContextClassLoader(loader);
    try {
      code.run();
    } finally {
      thread.declared = null;
      thread.setContextClassLoader(null);
    }
  }

  /**
   * Whether devices hold something of an array. A thread that holds the lock may wait for this
   * task; when the patience is used up, the task's further accesses are not checked.
   */
  private boolean isOnDevices(Object leaf, Coherence coherence) {
    try {
      Optional<Boolean> known = coherence.isOnDevices(leaf, patience);
      if (known.isEmpty()) {
        patience = Duration.ZERO;
      }
      return known.orElse(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void collect(Object array, Set<Object> all) {
    if (all.add(array) && array instanceof Object[] rows) {
      for (Object row : rows) {
        if (row != null && row.getClass().isArray()) {
          collect(row, all);
        }
      }
    }
  }

  /**
   * Checks an access of the task.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it
   * @param coherence knows what devices hold
   * @throws SlipstreamException if devices hold something of an array that the task has not
   *     declared
   */
  void touches(Object array, Coherence coherence) {
    Declared known = declared;
    if (known == null || known.arrays().contains(array)) {
      return;
    }
    if (array instanceof Object[] references) {
      for (Object leaf : LeafShape.reachedFrom(references)) {
        require(known, leaf, coherence);
      }
    } else {
      require(known, array, coherence);
    }
  }

  private void require(Declared known, Object leaf, Coherence coherence) {
    if (!known.arrays().contains(leaf) && isOnDevices(leaf, coherence)) {
      String type = leaf.getClass().getComponentType() + "[" + Array.getLength(leaf) + "]";
      throw new SlipstreamException(
          known.task()
              + " accesses an array that it does not declare, "
              + type
              + ", which parallel loops or other host tasks use: declare it with"
              + " HostAccess.reads, writes or updates");
    }
  }
}
