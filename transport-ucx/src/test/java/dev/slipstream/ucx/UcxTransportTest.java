package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.communication.Transports;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.membership.Member;
import dev.slipstream.runtime.membership.Membership;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UcxTransportTest {
  private static final Duration PEER_TIMEOUT = Duration.ofSeconds(10);

  private static Member member(int rank, byte[] address) {
    return new Member(rank, "here", "here", 1 + rank, address);
  }

  @Test
  void itIsFoundAsAService() throws TransportException {
    Transport transport = Transports.find(getClass().getClassLoader());
    assertThat(transport).isInstanceOf(UcxTransport.class);
    assertThat(transport.name()).isEqualTo("ucx");
  }

  @Test
  void whichTransportsAreOfRdmaDevicesIsKnownByTheirNames() {
    assertThat(UcxLibrary.hasRdma("all")).isTrue();
    assertThat(UcxLibrary.hasRdma("tcp,sm,self")).isFalse();
    assertThat(UcxLibrary.hasRdma("tcp,rc_x")).isTrue();
    assertThat(UcxLibrary.hasRdma("^ib")).isFalse();
    assertThat(UcxLibrary.hasRdma("^tcp")).isTrue();
  }

  @Test
  void aPortThatIsNotUsedIsClosed() throws TransportException {
    Ranks.assumeUcx();
    Transport.Port port = new UcxTransport().open(PEER_TIMEOUT);
    assertThat(port.address()).hasSizeLessThan(Member.MOST_ADDRESS_BYTES);
    port.close();
  }

  @Test
  void theLibraryThatTheBindingUnpacksIsDeletedOnceItIsLoaded() throws Exception {
    Ranks.assumeUcx();
    new UcxTransport().open(PEER_TIMEOUT).close();
    assertThat(UcxLibrary.unpacked()).isEmpty();
    try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
      assertThat(mappings).anyMatch(line -> line.matches(".*/libjucx_.*[.]so [(]deleted[)]"));
    }
  }

  @Test
  void wrongAddressesOfPeersAreRefused() throws TransportException {
    Ranks.assumeUcx();
    try (Transport.Port port = new UcxTransport().open(PEER_TIMEOUT)) {
      Membership members =
          new Membership(0, List.of(member(0, port.address()), member(1, new byte[40])), 5);
      assertThatThrownBy(() -> port.connect(members))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("no address of UCX");
    }
  }

  @Test
  void mistakesOfTheProgramAreSaidWhereTheyAreMade() throws TransportException {
    Ranks.assumeUcx();
    try (Transport.Port one = new UcxTransport().open(PEER_TIMEOUT);
        Transport.Port two = new UcxTransport().open(PEER_TIMEOUT)) {
      List<Member> members = List.of(member(0, one.address()), member(1, two.address()));
      try (Communicator zero = one.connect(new Membership(0, members, 5));
          Communicator other = two.connect(new Membership(1, members, 5))) {
        Pilot pilot =
            new Pilot(
                new MessageId(new NodeId(0), 1),
                TestNode.transfer(1, 1),
                new NodeId(1),
                Box.of(0, 10));
        BoxMemory<ByteBuffer> shorter = new BoxMemory<>(ByteBuffer.allocate(39), Box.of(0, 10), 4);
        assertThatThrownBy(() -> zero.send(pilot, shorter, () -> {}))
            .hasMessageContaining("has no room");
        assertThatThrownBy(() -> other.announce(pilot)).hasMessageContaining("of which this is N1");
        assertThatThrownBy(() -> zero.tell(new NodeId(2), ByteBuffer.allocate(1)))
            .hasMessageContaining("is for N2, of 2 nodes");
      }
    }
  }
}
