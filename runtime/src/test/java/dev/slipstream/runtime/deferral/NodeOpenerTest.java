package dev.slipstream.runtime.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.execution.HostLanes;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.Placement;
import dev.slipstream.runtime.extension.Extensions;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.metrics.Metrics;
import dev.slipstream.runtime.picture.GraphFiles;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeOpenerTest {
  private static final DeferralSettings SETTINGS =
      new DeferralSettings(true, false, DeferralSettings.ALL, 2, HostShare.NONE);
  private final Machine tornado = new Machine("tornado:0", 30, true, true);
  private final Machine openCl = new Machine("opencl:0", 100, false, true);
  private final Machine second = new Machine("opencl:1", 90, false, true);

  @Test
  void devicesOfOneModelShareLoopsWithTheRoomOfTheSmallest() throws Exception {
    Node node = open(openCl, openCl, second, new FakeDevice("cpu"));
    assertThat(ids(node)).containsExactly("opencl:0", "opencl:1");
    assertThat(node.isShared()).isTrue();
    assertThat(node.place(openCl)).hasValue(0);
    assertThat(node.place(second)).isEmpty();
    assertThat(node.bytes(0)).isEqualTo(90);
  }

  @Test
  void besideADeviceThatLeavesLoopsToOthersThereIsOneOfAnotherKindThatSharesNone()
      throws Exception {
    for (Machine first : List.of(tornado, openCl)) {
      Node node = open(first, tornado, openCl, second, new FakeDevice("cpu"));
      assertThat(ids(node)).containsExactly("opencl:0", "tornado:0");
      assertThat(node.isShared()).isFalse();
      assertThat(node.place(openCl)).hasValue(0);
      assertThat(node.place(tornado)).hasValue(1);
      assertThat(node.place(second)).isEmpty();
    }
  }

  @Test
  void theDeviceThatAsksFirstIsTheOneOfItsKind() throws Exception {
    assertThat(ids(open(second, tornado, openCl, second))).containsExactly("opencl:1", "tornado:0");
  }

  @Test
  void devicesThatMayBeOneGpuUnderTwoNamesLeaveRoomForEachOther() throws Exception {
    Node node = open(tornado, tornado, openCl);
    assertThat(node.bytes(0)).isEqualTo(70);
    assertThat(node.bytes(1)).isEqualTo(30);
    Machine large = new Machine("tornado:0", 80, true, true);
    assertThat(open(large, large, openCl).bytes(0)).isEqualTo(50);
  }

  @Test
  void aDeviceThatCannotBeOpenedLeavesTheOtherOne() throws Exception {
    Machine broken = new Machine("tornado:0", 30, true, false);
    Node node = open(broken, broken, openCl);
    assertThat(ids(node)).containsExactly("opencl:0");
    assertThat(node.place(broken)).isEmpty();
    assertThat(node.bytes(0)).isEqualTo(100);
    Machine brokenToo = new Machine("opencl:0", 100, false, false);
    assertThatThrownBy(() -> open(broken, broken, brokenToo))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("tornado:0 keeps no arrays between loops: it is gone")
        .hasMessageContaining("opencl:0 keeps no arrays between loops: it is gone");
  }

  private static List<String> ids(Node node) {
    return node.members().stream().map(member -> member.device().id()).toList();
  }

  private static Node open(Device first, Device... all) throws DeviceException {
    Log log = Log.none();
    NodeStreams streams =
        new NodeStreams(
            Extensions.find(NodeOpenerTest.class.getClassLoader(), log),
            new Metrics(),
            new GraphFiles(Optional.empty(), log),
            SETTINGS,
            Optional.empty(),
            log);
    Node node =
        new NodeOpener(streams, (loop, on, why) -> {}, SETTINGS, log).open(first, List.of(all));
    node.stream().close();
    return node;
  }

  /** A device that computes nothing. */
  private record Machine(String id, long memoryBytes, boolean leavesLoopsToOthers, boolean works)
      implements Device, ResidentDevice {
    @Override
    public String description() {
      return id;
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) {
      throw new IllegalStateException();
    }

    @Override
    public Optional<ResidentDevice> resident() {
      return Optional.of(this);
    }

    @Override
    public boolean sharesWith(ResidentDevice other) {
      return other instanceof Machine machine && machine.leavesLoopsToOthers == leavesLoopsToOthers;
    }

    @Override
    public long largestArrayBytes() {
      return memoryBytes;
    }

    @Override
    public DeviceLanes lanes(KernelFallback fallback, MemoryStore store) throws DeviceException {
      if (!works) {
        throw new DeviceException("it is gone");
      }
      return new Idle(LaneGroup.of(id, 1, 1));
    }

    @Override
    public Optional<Work> work(PreparedKernel kernel, Launch launch) {
      return Optional.empty();
    }

    @Override
    public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** A lane that nobody asks for anything. */
  private record Idle(LaneGroup group) implements DeviceLanes {
    @Override
    public Placement placement(Instruction instruction) {
      return Placement.on(group);
    }

    @Override
    public Lanes<Step> open(HeapArrays arrays) {
      return new Lanes<>(new InlineWork<>(job -> {}), Map.of(group, idle()));
    }

    @Override
    public Map<LaneGroup, LaneBackend<Step>> open(HeapArrays arrays, HostAllocations host) {
      return Map.of(group, idle());
    }

    private LaneBackend<Step> idle() {
      return new HostLanes<>(group, job -> {});
    }

    @Override
    public void copy(Instruction.Copy copy, DeviceLanes to) {
      throw new IllegalStateException();
    }
  }
}
