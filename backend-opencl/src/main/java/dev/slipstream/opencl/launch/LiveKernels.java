package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.kernel.BuiltKernel;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kernels that a device has built, until no code can launch them any more because their loops'
 * classes were unloaded. A kernel may need much of the driver's memory, and some drivers limit the
 * number of kernels. Not thread-safe.
 */
final class LiveKernels {
  private final ReferenceQueue<BuiltKernel> unused = new ReferenceQueue<>();
  private final Set<Built> all = new HashSet<>();

  /** Keeps the driver's handles of a kernel until they are released. */
  private static final class Built extends PhantomReference<BuiltKernel> {
    final BuiltKernel.Handles handles;

    Built(BuiltKernel kernel, ReferenceQueue<BuiltKernel> unused) {
      super(kernel, unused);
      this.handles = kernel.handles();
    }
  }

  void add(BuiltKernel kernel) {
    all.add(new Built(kernel, unused));
  }

  /**
   * Releases the kernels to which nothing refers. The driver keeps them itself while they run.
   *
   * @throws ClException the first failure, after all were tried
   */
  void releaseUnused() throws ClException {
    @Nullable ClException failure = null;
    for (var built = unused.poll(); built != null; built = unused.poll()) {
      if (built instanceof Built known && all.remove(known)) {
        failure = release(known, failure);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Releases all.
   *
   * @throws ClException the first failure, after all were tried
   */
  void close() throws ClException {
    @Nullable ClException failure = null;
    for (Built built : all) {
      failure = release(built, failure);
    }
    all.clear();
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable ClException release(Built built, @Nullable ClException before) {
    try {
      built.handles.release();
      return before;
    } catch (ClException e) {
      return before == null ? e : before;
    }
  }
}
