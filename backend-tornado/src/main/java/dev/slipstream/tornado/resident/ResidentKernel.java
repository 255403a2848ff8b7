package dev.slipstream.tornado.resident;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.launch.KernelForms;
import dev.slipstream.tornado.launch.Refusal;
import dev.slipstream.tornado.layout.RowShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A loop's kernel for arrays that stay on the device. Used by whoever holds the device's lock. */
public final class ResidentKernel {
  private final ResidentTarget target;
  private final KernelForms forms;
  private final Refusal refusal;
  private final Map<RowForm, KernelRuns> runs = new EnumMap<>(RowForm.class);

  /**
   * @param forms the kernel, and what the host runs where TornadoVM refuses
   * @param refusal what is known of that
   */
  public ResidentKernel(ResidentTarget target, KernelForms forms, Refusal refusal) {
    this.target = target;
    this.forms = forms;
    this.refusal = refusal;
  }

  RangeKernel source() {
    return forms.source();
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
   * @param found where the arrays are, by the kernel's parameters; others are not touched
   * @param arrays where the tables are that find their rows
   * @param nothing what stands for arrays that are not touched
   * @throws TornadoException if it is refused, or there is no memory for tables
   */
  KernelRun on(Launch launch, List<@Nullable KeptArray> found, ArraysOnDevice arrays, Block nothing)
      throws TornadoException {
    refusal.throwIfRefused();
    Map<Integer, RowShape> shapes = shapes(found);
    RowForm form =
        shapes.values().stream().allMatch(RowShape::isEqual) ? RowForm.EQUAL : RowForm.TABLES;
    try {
      KernelRuns ready = runs(form);
      List<Block> memory = new ArrayList<>();
      for (int parameter : ready.parameters()) {
        @Nullable KeptArray array = found.get(parameter);
        memory.add(array == null ? nothing : array.block());
      }
      for (int parameter : ready.tables()) {
        @Nullable KeptArray array = found.get(parameter);
        memory.add(array == null ? nothing : arrays.table(array));
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

  private static Map<Integer, RowShape> shapes(List<@Nullable KeptArray> found) {
    Map<Integer, RowShape> shapes = new HashMap<>();
    for (int parameter = 0; parameter < found.size(); parameter++) {
      @Nullable KeptArray array = found.get(parameter);
      if (array != null) {
        shapes.put(parameter, array.shape());
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
