package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.LongTests;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers may do at the port where ranks meet. */
@Tag("finished-jar")
class StrangersIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int SECONDS = 90;

  /**
   * More connections than wait for the server, and more than may be open without proof of identity.
   */
  private static final int CONNECTIONS = LongTests.count(200, 2_000);

  @TempDir private Path folder;

  @Test
  void strangersAreTurnedAwayAndTheRunIsAsItWouldBeWithoutThem() throws Exception {
    UcxHere.assume();
    Path classes = folder.resolve("classes");
    String expected = FlowProgram.compile(classes);
    RankedProgram program =
        new RankedProgram(folder, List.of(classes))
            .with("slipstream.device", "cpu")
            .with("slipstream.log", "warn");
    int port = HostServer.freePort();
    String rendezvous = "127.0.0.1:" + port;
    Path other = Files.createDirectory(folder.resolve("other"));
    List<Socket> open = new ArrayList<>();
    try (StartedRanks ranks = new StartedRanks(folder);
        StartedRanks strangers = new StartedRanks(other)) {
      ranks.start(program.rank(0, 2, rendezvous, FlowProgram.main(folder)));
      ProcessBuilder wrong = program.rank(1, 2, rendezvous, FlowProgram.main(folder));
      wrong.environment().put("SLIPSTREAM_SECRET", "another secret of a rank that is not ours");
      strangers.start(wrong);
      flood(port, open);
      assertThat(strangers.exit(0, SECONDS)).as(strangers.allErr()).isNotZero();
      assertThat(strangers.err(0)).contains("cannot be a rank of the run", "secret");
      flood(port, open);
      ranks.start(program.rank(1, 2, rendezvous, FlowProgram.main(folder)));
      FlowProgram.release(folder);
      assertThat(ranks.exit(0, SECONDS)).as(ranks.allErr()).isZero();
      assertThat(ranks.exit(1, SECONDS)).as(ranks.allErr()).isZero();
      assertThat(ranks.written(0)).isEqualTo(expected);
      assertThat(ranks.err(0)).contains("is refused", "more of that is not reported");
      assertThat(ranks.err(0).lines().filter(line -> line.contains("is refused")))
          .hasSizeLessThan(CONNECTIONS / 4);
    } finally {
      for (Socket each : open) {
        each.close();
      }
    }
    assertThat(RankReport.read(program.report()).kernels())
        .hasSize(2)
        .containsOnly(FlowProgram.LOOPS);
  }

  /** Opens connections that send nothing, nonsense, or only the beginning of a message. */
  private static void flood(int port, List<Socket> open) throws Exception {
    Random random = new Random(SEED + open.size());
    for (int k = 0; k < CONNECTIONS; k++) {
      Socket socket = connect(port);
      open.add(socket);
      try {
        OutputStream out = socket.getOutputStream();
        switch (k % 4) {
          case 0 -> {
            byte[] garbage = new byte[random.nextInt(2_000)];
            random.nextBytes(garbage);
            out.write(garbage);
          }
          case 1 -> out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          case 2 -> out.write(new byte[] {127, -1, -1, -1});
          default -> {}
        }
        out.flush();
      } catch (IOException turnedAway) {
        // This may happen.
      }
    }
  }

  private static Socket connect(int port) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (IOException notYet) {
        if (System.nanoTime() - deadline > 0) {
          throw notYet;
        }
        Thread.sleep(20);
      }
    }
  }
}
