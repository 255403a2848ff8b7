package dev.slipstream.agent.connection;

import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.HostTaskThread;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Passes what guards report on to the runtime. Guards may run in code that the JDK calls while it
 * links lambdas and loads classes, so the methods for accesses use no lambdas, which would be
 * linked at their first use. Thread-safe.
 */
public final class GuardConnection implements ArrayGuard {
  private static final ThreadLocal<Way> WAYS = new ThreadLocal<>();

  private final HostArrays arrays;
  private final Set<String> reasons = ConcurrentHashMap.newKeySet();

  /**
   * @param arrays the receiver
   */
  public GuardConnection(HostArrays arrays) {
    this.arrays = arrays;
  }

  /** Whether a thread is already in here; one object per thread. */
  private static final class Way {
    private boolean isTaken;
  }

  @Override
  public void reads(Object array, int index) {
    visits(array, index, /* toWrite= */ false);
  }

  @Override
  public void writes(Object array, int index) {
    visits(array, index, /* toWrite= */ true);
  }

  @Override
  public void written(Object array, int index) {
    writes(array, index);
  }

  private void visits(Object array, int index, boolean toWrite) {
    Way way = way();
    if (mayGo(way)) {
      way.isTaken = true;
      try {
        arrays.visits(array, index, toWrite);
      } catch (RuntimeException | Error e) {
        throw failed(e);
      } finally {
        way.isTaken = false;
      }
    }
  }

  @Override
  public void fence() {
    Way way = way();
    if (mayGo(way)) {
      way.isTaken = true;
      try {
        arrays.fence();
      } catch (RuntimeException | Error e) {
        throw failed(e);
      } finally {
        way.isTaken = false;
      }
    }
  }

  @Override
  public void readsAll(boolean allButLost) {
    Way way = way();
    if (mayGo(way)) {
      way.isTaken = true;
      try {
        arrays.readsAll(allButLost);
      } catch (RuntimeException | Error e) {
        throw failed(e);
      } finally {
        way.isTaken = false;
      }
    }
  }

  @Override
  public void fenceForObject() {
    Way way = way();
    if (mayGo(way)) {
      way.isTaken = true;
      try {
        arrays.fenceAllButLost();
      } catch (RuntimeException | Error e) {
        throw failed(e);
      } finally {
        way.isTaken = false;
      }
    }
  }

  @Override
  public @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to) {
    if (HostTaskThread.isCurrent() || arrays.isDeviceAtWork()) {
      return null;
    }
    try {
      return arrays.snapshot(array, from, to);
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    } catch (StackOverflowError | OutOfMemoryError e) {
      // As if the program had cloned the array: there is no memory for the copy.
      throw e;
    } catch (RuntimeException | Error e) {
      throw lost(e);
    }
  }

  @Override
  public void synchronous(Object array) {
    Way way = way();
    if (mayGo(way)) {
      way.isTaken = true;
      try {
        arrays.synchronous(array);
      } catch (RuntimeException | Error e) {
        throw failed(e);
      } finally {
        way.isTaken = false;
      }
    }
  }

  @Override
  public void hold(Object array) {
    arrays.hold(array);
  }

  @Override
  public void release(Object array) {
    arrays.release(array);
  }

  @Override
  public void holdAll() {
    arrays.holdAll();
  }

  @Override
  public void releaseAll() {
    arrays.releaseAll();
  }

  @Override
  public void named(Class<?> type, String name) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      UnguardedCode.madeByNamed(owner.getName().replace('.', '/'), name).ifPresent(this::unguarded);
    }
  }

  @Override
  public void unguarded(String reason) {
    // For such threads the reason is repeated where the program itself meets it.
    if (!HostTaskThread.isCurrent() && !arrays.isDeviceAtWork() && reasons.add(reason)) {
      try {
        arrays.unguarded(reason);
      } catch (RuntimeException | Error e) {
        throw failed(e);
      }
    }
  }

  private Way way() {
    Way known = WAYS.get();
    if (known == null) {
      known = new Way();
      WAYS.set(known);
    }
    return known;
  }

  /**
   * Whether the current thread may enter. It must not enter twice: classes loaded and linked on the
   * way may run guarded code of other agents and class loaders, which has nothing to do with arrays
   * of loops. Nor may a thread that works for a device: whoever waits for a device waits for its
   * threads, whatever libraries these use.
   */
  private boolean mayGo(Way way) {
    return !way.isTaken && !arrays.isDeviceAtWork();
  }

  /**
   * Makes an exception for the program of an internal failure: the agent must not end the program,
   * but lost results must not go unnoticed.
   */
  private RuntimeException failed(Throwable e) {
    if (e instanceof SlipstreamException known) {
      arrays.awaitEnd();
      return known;
    }
    if (e instanceof StackOverflowError || e instanceof OutOfMemoryError) {
      // As if the access itself had overflowed the stack or the heap: it has not happened.
      throw (Error) e;
    }
    return lost(e);
  }

  private SlipstreamException lost(Throwable e) {
    arrays.awaitEnd();
    return new SlipstreamException(
        "results of loops may be lost because of an error in the agent: "
            + e
            + "; slipstream.deferred=false does not use the part that failed",
        e);
  }
}
