package dev.slipstream.opencl.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BuildWatchTest {
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  /** The threads that logged lines. */
  private final BlockingQueue<Thread> tellers = new LinkedBlockingQueue<>();

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  private Log log() {
    PrintStream stream =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
          @Override
          public void write(byte[] line, int from, int count) {
            lines.add(new String(line, from, count, StandardCharsets.UTF_8));
            tellers.add(Thread.currentThread());
          }
        };
    return Log.to(stream, LogLevel.WARN);
  }

  private static List<Thread> watchers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("slipstream-build"))
        .toList();
  }

  @Test
  void allBuildsOfADeviceAreWatchedByOneThread() {
    int before = watchers().size();
    BuildWatch watch = new BuildWatch("device", log(), LONG, LONG);
    List<BuildWatch.Watched> all = new ArrayList<>();
    for (int b = 0; b < 50; b++) {
      all.add(watch.begin("kernel " + b));
    }
    assertThat(watchers()).hasSize(before + 1);
    all.forEach(BuildWatch.Watched::close);
    assertThat(lines).isEmpty();
  }

  @Test
  @Timeout(60)
  void aBuildThatTakesLongIsNamedAndTheThreadEndsWhenThereAreNoOthers() throws Exception {
    BuildWatch watch = new BuildWatch("a device", log(), SHORT, SHORT);
    try (BuildWatch.Watched build = watch.begin("a kernel")) {
      Thread teller = tellers.take();
      assertThat(lines.get(0)).contains("a device", "the kernel a kernel");
      teller.join();
      assertThat(build).isNotNull();
    }
  }
}
