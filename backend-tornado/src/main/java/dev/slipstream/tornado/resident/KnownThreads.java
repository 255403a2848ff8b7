package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Threads on which TornadoVM has run something. On others it reads nothing back, and says so on
 * standard output only. Thread-safe.
 */
final class KnownThreads {
  private static final int TOUCHED = 16;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private @Nullable KernelGraph touch;
  private final Set<Thread> known = Collections.newSetFromMap(new WeakHashMap<>());

  KnownThreads(ResidentTarget target, OwnKernels kernels) {
    this.target = target;
    this.kernels = kernels;
  }

  /** Runs something on this thread, unless that was done before. */
  synchronized void join() throws TornadoException {
    Thread thread = Thread.currentThread();
    if (known.contains(thread)) {
      return;
    }
    KernelGraph ready = touch;
    if (ready == null) {
      NativeArray touched = target.api().array(ElementKind.BYTE.arrayClass(), TOUCHED, 1);
      ready = new KernelGraph(target, kernels.touch(), Map.of(), Map.of(0, touched));
      touch = ready;
    }
    ready.run(ONE, new Object[1]);
    known.add(thread);
  }

  /** Gives the memory back. */
  synchronized void close() throws TornadoException {
    if (touch != null) {
      touch.graph().release();
    }
  }
}
