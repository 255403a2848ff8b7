package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.FakeDevice;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.Metrics;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeStreamsTest {
  private static final DeferralSettings SETTINGS =
      new DeferralSettings(true, false, true, DeferralSettings.ALL, 2, HostShare.NONE);
  private final IdleDevice tornado = new IdleDevice("tornado:0", 30, true, true);
  private final IdleDevice openCl = new IdleDevice("opencl:0", 100, false, true);
  private final IdleDevice second = new IdleDevice("opencl:1", 90, false, true);

  @Test
  void devicesOfOneModelShareLoopsWithTheRoomOfTheSmallest() throws Exception {
    Node node = open(openCl, openCl, second, new FakeDevice("cpu"));
    assertThat(ids(node)).containsExactly("opencl:0", "opencl:1");
    assertThat(sharing(node, openCl)).containsExactly("opencl:0", "opencl:1");
    assertThat(place(node, openCl)).isEqualTo(0);
    assertThat(node.team(second)).isEmpty();
    assertThat(node.team(openCl).orElseThrow().room().bytes()).isEqualTo(90);
  }

  @Test
  void besideADeviceThatLeavesLoopsToOthersThereIsOneOfAnotherKindThatSharesNone()
      throws Exception {
    for (IdleDevice first : List.of(tornado, openCl)) {
      Node node = open(first, tornado, openCl, second, new FakeDevice("cpu"));
      assertThat(ids(node)).containsExactly("opencl:0", "tornado:0");
      assertThat(sharing(node, openCl)).containsExactly("opencl:0");
      assertThat(place(node, openCl)).isEqualTo(0);
      assertThat(place(node, tornado)).isEqualTo(1);
      assertThat(node.team(second)).isEmpty();
    }
  }

  @Test
  void thoseThatLeaveLoopsToOthersShareWhatTheyTakeAlsoBesideOneOfAnotherKind() throws Exception {
    IdleDevice next = new IdleDevice("tornado:1", 20, true, true);
    Node node = open(tornado, tornado, next, openCl, second, new FakeDevice("cpu"));
    assertThat(ids(node)).containsExactly("opencl:0", "tornado:0", "tornado:1");
    assertThat(sharing(node, openCl)).containsExactly("opencl:0");
    assertThat(sharing(node, tornado)).containsExactly("tornado:0", "tornado:1");
    assertThat(place(node, tornado)).isEqualTo(1);
    assertThat(node.team(tornado).orElseThrow().room().bytes()).isEqualTo(20);
    assertThat(node.team(next)).isEmpty();
    assertThat(node.team(second)).isEmpty();
  }

  @Test
  void whereNoOtherKindIsThereThoseThatLeaveLoopsToOthersShareThem() throws Exception {
    IdleDevice next = new IdleDevice("tornado:1", 20, true, true);
    Node node = open(tornado, tornado, next, new FakeDevice("cpu"));
    assertThat(sharing(node, tornado)).containsExactly("tornado:0", "tornado:1");
    IdleDevice broken = new IdleDevice("opencl:0", 100, false, false);
    Node withoutTheOther = open(tornado, tornado, next, broken);
    assertThat(sharing(withoutTheOther, tornado)).containsExactly("tornado:0", "tornado:1");
    assertThat(place(withoutTheOther, tornado)).isZero();
  }

  @Test
  void oneOfSeveralThatCannotBeOpenedLeavesTheOthers() throws Exception {
    IdleDevice broken = new IdleDevice("tornado:1", 20, true, false);
    Node node = open(tornado, tornado, broken, openCl);
    assertThat(ids(node)).containsExactly("opencl:0", "tornado:0");
    assertThat(sharing(node, tornado)).containsExactly("tornado:0");
  }

  @Test
  void theDeviceThatAsksFirstIsTheOneOfItsKind() throws Exception {
    assertThat(ids(open(second, tornado, openCl, second))).containsExactly("opencl:1", "tornado:0");
  }

  @Test
  void devicesThatMayBeOneGpuUnderTwoNamesLeaveRoomForEachOther() throws Exception {
    Node node = open(tornado, tornado, openCl);
    assertThat(node.members().get(0).bytes()).isEqualTo(70);
    assertThat(node.members().get(1).bytes()).isEqualTo(30);
    IdleDevice large = new IdleDevice("tornado:0", 80, true, true);
    assertThat(open(large, large, openCl).members().get(0).bytes()).isEqualTo(50);
  }

  @Test
  void aDeviceThatCannotBeOpenedLeavesTheOtherOne() throws Exception {
    IdleDevice broken = new IdleDevice("tornado:0", 30, true, false);
    Node node = open(broken, broken, openCl);
    assertThat(ids(node)).containsExactly("opencl:0");
    assertThat(node.team(broken)).isEmpty();
    assertThat(node.members().get(0).bytes()).isEqualTo(100);
    IdleDevice brokenToo = new IdleDevice("opencl:0", 100, false, false);
    assertThatThrownBy(() -> open(broken, broken, brokenToo))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("tornado:0 keeps no arrays between loops: it was lost")
        .hasMessageContaining("opencl:0 keeps no arrays between loops: it was lost");
  }

  private static int place(Node node, Device device) {
    return node.team(device).orElseThrow().place();
  }

  /** The devices that run loops submitted to a device. */
  private static List<String> sharing(Node node, Device device) {
    return node.team(device).orElseThrow().members().stream()
        .map(member -> member.device().id())
        .toList();
  }

  private static List<String> ids(Node node) {
    return node.members().stream().map(member -> member.device().id()).toList();
  }

  private static Node open(Device first, Device... all) throws DeviceException {
    Log log = Log.none();
    NodeStreams streams =
        new NodeStreams(
            Extensions.find(NodeStreamsTest.class.getClassLoader(), log),
            new Metrics(),
            new GraphFiles(Optional.empty(), log),
            SETTINGS,
            Optional.empty(),
            Optional.empty(),
            log);
    Node node = streams.open(first, List.of(all), (loop, on, why) -> {});
    node.stream().close();
    return node;
  }
}
