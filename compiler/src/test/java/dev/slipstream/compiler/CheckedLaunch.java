package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs kernels and checks the promises of their plans. Before the run it overwrites elements
 * outside the read ranges, which must not matter, and elements outside the written ranges must be
 * unchanged afterwards. It also overwrites elements that are certainly written. With a device, the
 * translated kernel must give the same bits.
 */
public final class CheckedLaunch implements TestProgram.Launcher {
  private final LoadedKernels kernels;
  private final Optional<DeviceComparison> device;
  private final boolean comparesLater;
  private int inspections;

  /** Compares with a device after each launch. */
  public CheckedLaunch(Optional<OpenClTestDevice> device) {
    this.kernels = new LoadedKernels(classFile -> classFile);
    this.device = device.map(d -> new DeviceComparison(d, kernels, text -> text));
    this.comparesLater = false;
  }

  /**
   * @param device compares when {@link #compare} is called
   */
  public CheckedLaunch(LoadedKernels kernels, Optional<DeviceComparison> device) {
    this.kernels = kernels;
    this.device = device;
    this.comparesLater = true;
  }

  /**
   * Compares with a device only when {@link #compare} is called, and builds no kernels until then:
   * building many kernels together takes much less time than building each alone.
   */
  public static CheckedLaunch comparingLater(Optional<OpenClTestDevice> device) {
    LoadedKernels kernels = new LoadedKernels(classFile -> classFile);
    return new CheckedLaunch(
        kernels, device.map(d -> new DeviceComparison(d, kernels, text -> text)));
  }

  /** Compares everything that has not been compared yet. */
  public void compare() {
    device.ifPresent(DeviceComparison::compare);
  }

  /** The reasons why kernels could not be translated. */
  public Set<String> untranslatable() {
    return device.map(DeviceComparison::untranslatable).orElse(Set.of());
  }

  /** The number of executions that were compared with a device's. */
  public int onDevice() {
    return device.map(DeviceComparison::executions).orElse(0);
  }

  @Override
  public void launch(LoopKernel kernel, LaunchPlan.Run run) {
    Object[] before = TestProgram.copies(run.launch().arguments());
    TestProgram.launch(kernels.handle(kernel, run), run);
    if (TestProgram.violation(run) == 0) {
      checkClaims(kernel, run, before);
    }
    if (run.launch().violation() != Launch.PROVEN) {
      kernels
          .inspector(kernel, run)
          .ifPresent(inspector -> inspect(kernel, run, inspector, before));
    }
    if (device.isPresent()) {
      device.get().add(kernel, run, before);
      if (!comparesLater) {
        device.get().compare();
      }
    }
  }

  private void checkClaims(LoopKernel kernel, LaunchPlan.Run run, Object[] before) {
    Map<Object, boolean[]> read = new IdentityHashMap<>();
    Map<Object, boolean[]> written = new IdentityHashMap<>();
    Map<Object, boolean[]> certain = new IdentityHashMap<>();
    Object[] arguments = run.launch().arguments();
    for (ArrayAccess access : run.launch().accesses()) {
      Object array = arguments[access.parameter()];
      mark(read, array, access.readFrom(), access.readTo());
      mark(written, array, access.writtenFrom(), access.writtenTo());
      if (access.writesAll()) {
        mark(certain, array, access.writtenFrom(), access.writtenTo());
      }
    }
    for (int parameter : kernel.kernel().scratch()) {
      // The previous content does not matter, and the array remains unchanged.
      mark(read, arguments[parameter], 0, 0);
      mark(written, arguments[parameter], 0, 0);
    }
    Object[] spoilt = TestProgram.copies(before);
    List<Leaf> leaves = Leaf.of(arguments);
    List<Leaf> spoiltLeaves = Leaf.of(spoilt);
    List<Leaf> leavesBefore = Leaf.of(before);
    Map<Object, Object> done = new IdentityHashMap<>();
    for (int p = 0; p < leaves.size(); p++) {
      Object leaf = leaves.get(p).array();
      boolean[] reads = read.get(leaf);
      boolean[] writes = written.get(leaf);
      boolean[] all = certain.get(leaf);
      boolean seen = done.put(leaf, leaf) != null;
      for (int i = 0; !seen && reads != null && i < reads.length; i++) {
        if (!reads[i] && (!writes[i] || (all != null && all[i]))) {
          spoil(spoiltLeaves.get(p).array(), i);
        }
      }
    }
    TestProgram.launch(kernels.handle(kernel, run), run.on(spoilt));
    for (int p = 0; p < leaves.size(); p++) {
      boolean[] writes = written.get(leaves.get(p).array());
      String name = kernels.code(kernel, run).parameters().get(leaves.get(p).parameter()).name();
      for (int i = 0; writes != null && i < writes.length; i++) {
        Object element = Array.get(leaves.get(p).array(), i);
        Object other = Array.get((writes[i] ? spoiltLeaves : leavesBefore).get(p).array(), i);
        if (!element.equals(other)) {
          String what = writes[i] ? "" : "untouched ";
          assertThat(writes[i] ? other : element)
              .as("%selement %d of %s after %s", what, i, name, run.launch().accesses())
              .isEqualTo(writes[i] ? element : other);
        }
      }
    }
  }

  /**
   * The inspector must find the same violation, although it is passed only the elements that it
   * reads, and it must change nothing.
   */
  private void inspect(
      LoopKernel kernel, LaunchPlan.Run run, Inspector inspector, Object[] before) {
    Object[] spoilt = TestProgram.copies(before);
    Map<Object, Object> needed = new IdentityHashMap<>();
    List<Leaf> leaves = Leaf.of(spoilt);
    for (Leaf leaf : leaves) {
      if (inspector.contents().contains(leaf.parameter())) {
        needed.put(leaf.array(), leaf);
      }
    }
    for (ArrayAccess access : run.launch().accesses()) {
      if (access.writtenTo() > access.writtenFrom()
          && Leaf.of(new Object[] {spoilt[access.parameter()]}).stream()
              .anyMatch(leaf -> needed.containsKey(leaf.array()))) {
        // The loop writes elements on which the answer depends, so the inspector is not used.
        return;
      }
    }
    Map<Object, Object> done = new IdentityHashMap<>();
    for (Leaf leaf : leaves) {
      if (!needed.containsKey(leaf.array()) && done.put(leaf.array(), leaf) == null) {
        for (int i = 0; i < Array.getLength(leaf.array()); i++) {
          spoil(leaf.array(), i);
        }
      }
    }
    Object[] arguments = new Object[inspector.parameters().size() + 1];
    for (int k = 0; k < inspector.parameters().size(); k++) {
      arguments[k] = spoilt[inspector.parameters().get(k)];
    }
    int last = arguments.length - 1;
    arguments[last] = new int[1];
    Object[] given = TestProgram.copies(arguments);
    LaunchPlan.Run inspection =
        new LaunchPlan.Run(
            new Launch(run.launch().space(), arguments, List.of(), last),
            run.resume(),
            run.work(),
            run.checked());
    TestProgram.launch(kernels.handle(inspector.kernel()), inspection);
    assertThat(((int[]) arguments[last])[0] != 0)
        .as("whether the inspector of %s finds a violation", kernel.name())
        .isEqualTo(TestProgram.violation(run) != 0);
    inspections++;
    List<Leaf> left = Leaf.of(Arrays.copyOf(arguments, last));
    List<Leaf> wanted = Leaf.of(Arrays.copyOf(given, last));
    for (int p = 0; p < left.size(); p++) {
      assertThat(left.get(p).array())
          .as("an argument of an inspector")
          .isEqualTo(wanted.get(p).array());
    }
    if (device.isPresent()) {
      device.get().add(kernel, inspection, inspector.kernel(), given);
    }
  }

  /** The number of executions that an inspector has checked. */
  public int inspections() {
    return inspections;
  }

  private static void mark(Map<Object, boolean[]> marks, Object array, int from, int to) {
    assertThat(from).isBetween(0, to);
    if (array instanceof Object[] rows) {
      assertThat(to).isLessThanOrEqualTo(rows.length);
      for (int r = 0; r < rows.length; r++) {
        if (rows[r] != null) {
          mark(marks, rows[r], 0, r >= from && r < to ? Array.getLength(rows[r]) : 0);
        }
      }
      return;
    }
    boolean[] all = marks.computeIfAbsent(array, a -> new boolean[Array.getLength(a)]);
    for (int i = from; i < to; i++) {
      all[i] = true;
    }
  }

  private static void spoil(Object array, int i) {
    if (array instanceof boolean[] truths) {
      truths[i] = !truths[i];
    } else if (array instanceof char[] characters) {
      characters[i] ^= 0x5A5A;
    } else if (array instanceof float[] floats) {
      floats[i] = floats[i] == -77.5f ? 78.5f : -77.5f;
    } else if (array instanceof double[] doubles) {
      doubles[i] = doubles[i] == -77.5 ? 78.5 : -77.5;
    } else if (array instanceof byte[] bytes) {
      bytes[i] ^= 0x5A;
    } else if (array instanceof short[] shorts) {
      shorts[i] ^= 0x5A5A;
    } else if (array instanceof int[] ints) {
      ints[i] ^= 0x5A5A5A5A;
    } else if (array instanceof long[] longs) {
      longs[i] ^= 0x5A5A5A5A5A5AL;
    }
  }
}
