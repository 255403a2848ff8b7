package dev.slipstream.tornado.launch;

import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.kernel.RowForm;
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
  private final KernelForms forms;
  private final String compilerFlags;
  private final Map<List<Object>, StagedExecution> known =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

  /**
   * @param forms the kernel
   * @param compilerFlags what the device's compiler is told
   */
  public KernelExecutions(TornadoApi api, Target target, KernelForms forms, String compilerFlags) {
    this.api = api;
    this.target = target;
    this.forms = forms;
    this.compilerFlags = compilerFlags;
  }

  /** The kernel in its first form. */
  public GeneratedKernel kernel() {
    return forms.first().generated();
  }

  /** One of the kernel's forms. */
  TaskKernel form(RowForm form) throws TornadoException {
    return forms.of(form);
  }

  /**
   * An execution for arrays of these lengths.
   *
   * @param form how the kernel finds rows
   * @param places for each array argument its place among the arrays
   */
  StagedExecution of(RowForm form, List<StagedArray> arrays, List<Integer> places)
      throws TornadoException {
    List<Object> key = new ArrayList<>(places);
    key.add(form);
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
      execution = new StagedExecution(api, target, forms.of(form), arrays, places, compilerFlags);
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
