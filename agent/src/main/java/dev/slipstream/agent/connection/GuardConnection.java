package dev.slipstream.agent.connection;

import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.coherence.HostArrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Passes on what guards find to the runtime. Thread-safe. */
public final class GuardConnection implements ArrayGuard {
  private final HostArrays arrays;
  private final Set<String> reasons = ConcurrentHashMap.newKeySet();

  /**
   * @param arrays where it goes
   */
  public GuardConnection(HostArrays arrays) {
    this.arrays = arrays;
  }

  @Override
  public void reads(Object array, int index) {
    pass(() -> arrays.visits(array, index, /* toWrite= */ false));
  }

  @Override
  public void writes(Object array, int index) {
    pass(() -> arrays.visits(array, index, /* toWrite= */ true));
  }

  @Override
  public void written(Object array, int index) {
    writes(array, index);
  }

  @Override
  public void fence() {
    pass(arrays::fence);
  }

  @Override
  public @Nullable CompletableFuture<Object> snapshot(Object array) {
    if (arrays.isDeviceAtWork()) {
      return null;
    }
    try {
      return arrays.snapshot(array);
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    } catch (StackOverflowError | OutOfMemoryError e) {
      if (!arrays.mayBeLost()) {
        // As if the array had been cloned: there is no room for the copy.
        throw e;
      }
      throw lost(e);
    } catch (RuntimeException | Error e) {
      throw lost(e);
    }
  }

  @Override
  public void synchronous(Object array) {
    pass(() -> arrays.synchronous(array));
  }

  @Override
  public void hold(Object array) {
    arrays.hold(array);
  }

  @Override
  public void letGo(Object array) {
    arrays.letGo(array);
  }

  @Override
  public void holdAll() {
    arrays.holdAll();
  }

  @Override
  public void letGoOfAll() {
    arrays.letGoOfAll();
  }

  @Override
  public void named(Class<?> type, String name) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      UnguardedCode.madeByNamed(owner.getName().replace('.', '/'), name).ifPresent(this::unguarded);
    }
  }

  @Override
  public void unguarded(String reason) {
    if (reasons.add(reason)) {
      pass(() -> arrays.unguarded(reason));
    }
  }

  /** Nothing of the agent's own may end the program, but what is lost must not go unnoticed. */
  private void pass(Runnable call) {
    // Whoever waits for a device waits for its threads, whatever libraries these use.
    if (arrays.isDeviceAtWork()) {
      return;
    }
    try {
      call.run();
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    } catch (StackOverflowError e) {
      if (!arrays.mayBeLost()) {
        // As if the access itself had been too deep: it has not happened.
        throw e;
      }
      throw lost(e);
    } catch (RuntimeException | Error e) {
      throw lost(e);
    }
  }

  private SlipstreamException lost(Throwable e) {
    arrays.awaitEnd();
    return new SlipstreamException(
        "what loops have computed may be lost, because of an error in the agent: "
            + e
            + "; slipstream.deferred=false does without what failed",
        e);
  }
}
