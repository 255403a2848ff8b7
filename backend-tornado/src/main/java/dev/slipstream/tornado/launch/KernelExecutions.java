package dev.slipstream.tornado.launch;

import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The executions of one kernel that were prepared, the last few of them: arrays of other lengths
 * need another one. Used by whoever holds the device's lock.
 */
public final class KernelExecutions {
  private static final int MOST = 4;

  private final TornadoApi api;
  private final Target target;
  private final GeneratedKernel kernel;
  private final Object task;
  private final String compilerFlags;
  private final Map<List<Object>, StagedExecution> known =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  /**
   * @param task an object of the kernel's task class
   * @param compilerFlags what the device's compiler is told
   */
  public KernelExecutions(
      TornadoApi api, Target target, GeneratedKernel kernel, Object task, String compilerFlags) {
    this.api = api;
    this.target = target;
    this.kernel = kernel;
    this.task = task;
    this.compilerFlags = compilerFlags;
  }

  /** The kernel. */
  public GeneratedKernel kernel() {
    return kernel;
  }

  /**
   * An execution for arrays of these lengths.
   *
   * @param places for each array argument its place among the arrays
   */
  StagedExecution of(List<StagedArray> arrays, List<Integer> places) throws TornadoException {
    List<Object> key = new ArrayList<>(places);
    for (StagedArray array : arrays) {
      key.add(List.of(array.length(), array.isInput(), array.isOutput()));
    }
    StagedExecution execution = known.get(key);
    if (execution == null) {
      if (known.size() >= MOST) {
        Iterator<StagedExecution> oldest = known.values().iterator();
        StagedExecution gone = oldest.next();
        oldest.remove();
        gone.close();
      }
      execution = new StagedExecution(api, target, kernel, task, arrays, places, compilerFlags);
      known.put(key, execution);
    }
    return execution;
  }

  /** Forgets all of them and gives their memory back. */
  public void close() throws TornadoException {
    List<StagedExecution> gone = new ArrayList<>(known.values());
    known.clear();
    for (StagedExecution execution : gone) {
      execution.close();
    }
  }
}
