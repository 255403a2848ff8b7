package dev.slipstream.agent.guard;

import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.coherence.HostArrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes on what guards find to the runtime. Thread-safe. */
public final class GuardConnection implements ArrayGuard {
  /**
   * Threads that work for a device, those of the lane and those on which TornadoVM reads class
   * files, whatever libraries it uses for that. Whoever waits for the device waits for them; they
   * must wait for nobody, and what they use is no array of the program.
   */
  private static final List<String> WORKERS =
      List.of("slipstream-tornado:", "TornadoExecutorThread");

  private final HostArrays arrays;
  private final Set<String> reasons = ConcurrentHashMap.newKeySet();

  /**
   * @param arrays where it goes
   */
  public GuardConnection(HostArrays arrays) {
    this.arrays = arrays;
  }

  @Override
  public void reads(Object array) {
    pass(() -> arrays.reads(array));
  }

  @Override
  public void writes(Object array) {
    pass(() -> arrays.writes(array));
  }

  @Override
  public void written(Object array) {
    pass(() -> arrays.writes(array));
  }

  @Override
  public void reads(Object array, int index) {
    pass(() -> arrays.reads(array, index));
  }

  @Override
  public void writes(Object array, int index) {
    pass(() -> arrays.writes(array, index));
  }

  @Override
  public void written(Object array, int index) {
    pass(() -> arrays.writes(array, index));
  }

  @Override
  public void fence() {
    pass(arrays::fence);
  }

  @Override
  public void synchronous(Object array) {
    pass(() -> arrays.synchronous(array));
  }

  @Override
  public void unguarded(String reason) {
    if (reasons.add(reason)) {
      pass(() -> arrays.unguarded(reason));
    }
  }

  /** Nothing of the agent's own may end the program, but what is lost must not go unnoticed. */
  private void pass(Runnable call) {
    String thread = Thread.currentThread().getName();
    for (String worker : WORKERS) {
      if (thread.startsWith(worker)) {
        return;
      }
    }
    try {
      call.run();
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    } catch (RuntimeException | Error e) {
      arrays.awaitEnd();
      throw new SlipstreamException(
          "what loops have computed may be lost, because of an error in the agent: "
              + e
              + "; slipstream.deferred=false does without what failed",
          e);
    }
  }
}
