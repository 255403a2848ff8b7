package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.fixture.FakeBackend;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.fixture.NoDeferral;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.fixture.TestLoop;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.Metrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Creates sites of loops with a fake GPU and the CPU, and a loop that adds two arrays of ones. */
final class TestSites {
  static final Object[] NOTHING = {};
  static final int START = 3;
  static final int RESUME = 1000;

  /** The clock of the sites, in nanoseconds. */
  final AtomicLong now = new AtomicLong();

  final FakeDevice gpu = new FakeDevice("opencl:0");
  final double[] ones = ones(1000);
  final double[] sums = new double[1000];
  final Launch launch = Kernels.add(ones, ones, sums);
  final Loop loop = TestLoop.running(Kernels.add(), launch, RESUME);
  private final Log log = new Output().log(LogLevel.WARN);

  /** A loop with the same decision for all executions. */
  static Loop deciding(LaunchPlan admission) {
    return new TestLoop("Heat.heat:12", Kernels.add(), "", c -> admission);
  }

  /** The site of a loop that may run on the device, the CPU or the host. */
  LoopSite automatic(Loop loop, FakeDevice device) {
    return site(loop, DeviceChoice.auto(), false, FakeBackend.of("opencl", device));
  }

  /** The site of a loop for which the user has named a device. */
  LoopSite named(String id, Loop loop, FakeDevice device) {
    return site(loop, DeviceChoice.named(id), false, FakeBackend.of("opencl", device));
  }

  /** The site of a loop whose devices are opened immediately. */
  LoopSite site(Loop loop, DeviceChoice choice, boolean strict, DeviceBackend... backends) {
    return site(loop, choice, OpeningRule.immediate(), strict, devices(choice, backends));
  }

  LoopSite site(
      Loop loop, DeviceChoice choice, OpeningRule opening, boolean strict, Devices devices) {
    return site(loop, choice, opening, strict, devices, EntryGate.NONE);
  }

  LoopSite site(
      Loop loop,
      DeviceChoice choice,
      OpeningRule opening,
      boolean strict,
      Devices devices,
      EntryGate gate) {
    return new LoopSite(
        loop,
        new Metrics().loop(0, loop.name().toString()),
        devices,
        choice.kind(),
        opening,
        strict,
        false,
        NoDeferral.create(),
        gate,
        now::get,
        log);
  }

  /** The devices of the backends and, after them, the CPU. */
  Devices devices(DeviceChoice choice, DeviceBackend... backends) {
    List<DeviceBackend> all = new ArrayList<>(List.of(backends));
    all.add(new CpuBackend(2));
    return new Devices(all, choice, log, Runnable::run);
  }

  /** The devices of the backends alone. */
  Devices devicesWithoutCores(DeviceBackend... backends) {
    return new Devices(List.of(backends), DeviceChoice.auto(), log);
  }

  Log log() {
    return log;
  }

  static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
