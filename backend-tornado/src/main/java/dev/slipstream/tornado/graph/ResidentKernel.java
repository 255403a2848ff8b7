package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.launch.KernelForms;
import dev.slipstream.tornado.launch.Refusal;
import dev.slipstream.tornado.launch.RowShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A loop's kernel for arrays that stay on the device. Used by whoever holds the device's lock. */
public final class ResidentKernel {
  private final ResidentTarget target;
  private final KernelForms forms;
  private final Refusal refusal;
  private final Map<RowForm, KernelRuns> runs = new EnumMap<>(RowForm.class);

  /**
   * @param forms the kernel
   * @param refusal what is known of that
   */
  public ResidentKernel(ResidentTarget target, KernelForms forms, Refusal refusal) {
    this.target = target;
    this.forms = forms;
    this.refusal = refusal;
  }

  /** Whether it is known that TornadoVM does not run it. */
  boolean isRefused() {
    return refusal.reason().isPresent();
  }

  /** Whether it has run, in one form or the other. */
  boolean hasRun() {
    return runs.values().stream().anyMatch(KernelRuns::hasRun);
  }

  /**
   * What is to be run for a launch.
   *
   * @param arrays where the arrays are, by the kernel's parameters
   * @param nothing what stands for arrays that are not touched
   * @throws TornadoException if it is refused
   */
  KernelRun on(Launch launch, List<DeviceArray> arrays, DeviceBlock nothing)
      throws TornadoException {
    refusal.throwIfRefused();
    Map<Integer, RowShape> shapes = shapes(arrays);
    RowForm form =
        shapes.values().stream().allMatch(RowShape::isEqual) ? RowForm.EQUAL : RowForm.TABLES;
    try {
      KernelRuns ready = runs(form);
      List<DeviceBlock> memory = new ArrayList<>();
      for (int parameter : ready.parameters()) {
        Optional<DeviceBuffer> buffer = arrays.get(parameter).buffer();
        memory.add(buffer.isPresent() ? (DeviceBlock) buffer.get() : nothing);
      }
      for (int parameter : ready.tables()) {
        List<DeviceBuffer> tables = arrays.get(parameter).tables();
        memory.add(tables.isEmpty() ? nothing : (DeviceBlock) tables.get(0));
      }
      return new KernelRun(ready, memory, launch.space(), launch.arguments(), shapes);
    } catch (TornadoException e) {
      if (!runs.containsKey(form) || !runs.get(form).hasRun()) {
        refusal.refuse(e);
      }
      throw e;
    }
  }

  /**
   * Runs it.
   *
   * @param shared whether other devices run it at the same time
   * @return what is known of such runs; null if nothing is kept of them
   * @throws TornadoException if it fails; if it is refused then, nothing has run
   */
  @Nullable SteadyRun run(KernelRun run, boolean shared) throws TornadoException {
    try {
      if (shared && !run.runs().hasRun()) {
        // TornadoVM compiles for one device at a time, within a first run. This one is short.
        run.runs().run(run.on(none(run.space())));
      }
      return run.runs().run(run);
    } catch (TornadoException e) {
      if (!run.runs().hasRun()) {
        // What fails first is to compile it.
        refusal.refuse(e);
      }
      throw e;
    }
  }

  /** As many axes without an iteration. */
  private static IterationSpace none(IterationSpace space) {
    int axes = space.dimensions();
    int[] steps = new int[axes];
    Arrays.fill(steps, 1);
    return new IterationSpace(new int[axes], steps, new int[axes]);
  }

  private static Map<Integer, RowShape> shapes(List<DeviceArray> arrays) {
    Map<Integer, RowShape> shapes = new HashMap<>();
    for (int parameter = 0; parameter < arrays.size(); parameter++) {
      DeviceArray array = arrays.get(parameter);
      if (array.buffer().isPresent()) {
        shapes.put(parameter, new RowShape(array.rowLength(), array.planeHeight()));
      }
    }
    return shapes;
  }

  private KernelRuns runs(RowForm form) throws TornadoException {
    KernelRuns ready = runs.get(form);
    if (ready == null) {
      ready = new KernelRuns(target, forms.of(form));
      runs.put(form, ready);
    }
    return ready;
  }
}
