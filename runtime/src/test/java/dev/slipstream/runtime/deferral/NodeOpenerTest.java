package dev.slipstream.runtime.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.extension.Extensions;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.metrics.Metrics;
import dev.slipstream.runtime.picture.GraphFiles;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeOpenerTest {
  private static final DeferralSettings SETTINGS =
      new DeferralSettings(true, false, DeferralSettings.ALL, 2, HostShare.NONE);
  private final IdleDevice tornado = new IdleDevice("tornado:0", 30, true, true);
  private final IdleDevice openCl = new IdleDevice("opencl:0", 100, false, true);
  private final IdleDevice second = new IdleDevice("opencl:1", 90, false, true);

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
    for (IdleDevice first : List.of(tornado, openCl)) {
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
    IdleDevice large = new IdleDevice("tornado:0", 80, true, true);
    assertThat(open(large, large, openCl).bytes(0)).isEqualTo(50);
  }

  @Test
  void aDeviceThatCannotBeOpenedLeavesTheOtherOne() throws Exception {
    IdleDevice broken = new IdleDevice("tornado:0", 30, true, false);
    Node node = open(broken, broken, openCl);
    assertThat(ids(node)).containsExactly("opencl:0");
    assertThat(node.place(broken)).isEmpty();
    assertThat(node.bytes(0)).isEqualTo(100);
    IdleDevice brokenToo = new IdleDevice("opencl:0", 100, false, false);
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
}
