package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostFrameTest {
  @Test
  void framesFollowTheGreetingWhateverLoginScriptsHaveWritten() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("Welcome\0\0slip\0!\n".getBytes(StandardCharsets.US_ASCII));
    DataOutputStream out = new DataOutputStream(bytes);
    HostFrame.greet(out);
    new HostFrame(HostFrame.Kind.READY, 4711).write(out);
    new HostFrame(HostFrame.Kind.ENDED, 3, "137").write(out);

    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    HostFrame.awaitGreeting(in);
    HostFrame ready = HostFrame.read(in);
    HostFrame ended = HostFrame.read(in);
    assertThat(ready.kind()).isEqualTo(HostFrame.Kind.READY);
    assertThat(ready.number()).isEqualTo(4711);
    assertThat(ended.number()).isEqualTo(3);
    assertThat(ended.text()).isEqualTo("137");
    assertThatThrownBy(() -> HostFrame.read(in)).isInstanceOf(EOFException.class);
  }

  @Test
  void whatIsNoFrameIsRefused() {
    byte[] bytes = "Last login: Tue Nov 25".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> HostFrame.read(new DataInputStream(new ByteArrayInputStream(bytes))))
        .hasMessageContaining("begins no frame: 76");
  }

  @Test
  void whatAHostIsToStartComesAsItWasSent() throws IOException {
    LaunchSpec spec =
        new LaunchSpec(
            List.of("java", "-Dä= b'\"$x\n", ""),
            "/a folder",
            Map.of("SLIPSTREAM_SIZE", "4", "EMPTY", ""),
            List.of(2, 3));
    assertThat(LaunchSpec.of(spec.toBytes())).isEqualTo(spec);
  }
}
