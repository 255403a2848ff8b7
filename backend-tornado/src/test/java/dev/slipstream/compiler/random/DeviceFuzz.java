package dev.slipstream.compiler.random;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Runs random kernels on a device and compares the results with the JVM's. Kernels that the device
 * refuses run on the JVM, and are counted by reason.
 */
public final class DeviceFuzz {
  private final Device device;
  private final Map<String, Object> prepared = new HashMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private int kernels;
  private int launches;
  private int refused;
  private int withRows;

  /**
   * @param device the device that runs the kernels
   */
  public DeviceFuzz(Device device) {
    this.device = device;
  }

  /** Runs kernels of a seed; stops early after five differences. */
  public void run(long seed, int first, int count) {
    for (int number = first; number < first + count && differences.size() < 5; number++) {
      run(RandomKernels.of(seed, number));
      if ((number - first + 1) % 10 == 0) {
        System.out.println(summary());
      }
    }
  }

  private void run(RandomKernel kernel) {
    TestProgram program =
        TestProgram.of(SharedMethods.TEXT + RandomObjects.TYPES + kernel.source());
    program.keepClasses();
    program.launchWith(this::launch);
    prepared.clear();
    kernels++;
    for (int variant = 0; variant < RandomKernel.VARIANTS; variant++) {
      String what;
      try {
        Object expected = program.plain(kernel.runner(), variant);
        what =
            ReturnedBits.difference((Object[]) expected, program.taken(kernel.runner(), variant))
                .orElse("");
      } catch (Throwable e) {
        what = e.toString();
        e.printStackTrace(System.out);
      }
      if (!what.isEmpty()) {
        differences.add("kernel " + kernel.number() + ": " + what);
        System.out.println(
            "---- kernel "
                + kernel.number()
                + ", variant "
                + variant
                + ": "
                + what
                + "\n"
                + kernel.source());
        return;
      }
    }
  }

  /** Runs loops of other programs than the random ones, and counts them too. */
  public TestProgram.Launcher launcher() {
    return this::launch;
  }

  private void launch(LoopKernel kernel, LaunchPlan.Run run) {
    RangeKernel code = TestProgram.code(kernel, run);
    launches++;
    try {
      prepare(kernel, code, run.checked()).launch(run.launch());
      withRows += code.descriptors().stream().anyMatch(type -> type.startsWith("[[")) ? 1 : 0;
    } catch (DeviceException e) {
      if (e.hostArraysChanged()) {
        throw new AssertionError(e);
      }
      if (e.violation() != 0) {
        ((int[]) run.launch().arguments()[run.launch().violation()])[0] = e.violation();
        return;
      }
      refused++;
      String reason = Objects.requireNonNull(e.getMessage()).replaceAll("\\d+", "N");
      reasons.merge(reason, 1, Integer::sum);
      TestProgram.launch(kernel, run);
    } catch (RuntimeException e) {
      // The program must not mistake it for one of its own.
      throw new AssertionError("the device threw", e);
    }
  }

  private HostKernel prepare(LoopKernel kernel, RangeKernel code, boolean checked)
      throws DeviceException {
    String key = kernel.site() + (checked ? " checked" : "");
    Object known = prepared.get(key);
    if (known == null) {
      try {
        known = ImmediateLaunches.prepare(device, code);
      } catch (DeviceException e) {
        known = e;
      }
      prepared.put(key, known);
    }
    if (known instanceof DeviceException e) {
      throw e;
    }
    return (HostKernel) known;
  }

  /** Returns the outcome in one line. */
  public String summary() {
    return "%d kernels, %d loops: %d on %s, %d refused; %d differences"
        .formatted(kernels, launches, launches - refused, device.id(), refused, differences.size());
  }

  /** Returns the differences that were found. */
  public List<String> differences() {
    return differences;
  }

  /** Returns the reasons for refusals, most frequent first. */
  public List<String> reasons() {
    return reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .map(entry -> entry.getValue() + " × " + entry.getKey())
        .toList();
  }

  /** Returns how many loops over arrays of arrays ran on the device completely. */
  public int withRows() {
    return withRows;
  }

  /** Returns how many loops ran on the device. */
  public int onDevice() {
    return launches - refused;
  }
}
