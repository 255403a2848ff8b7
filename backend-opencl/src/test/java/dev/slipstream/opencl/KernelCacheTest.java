package dev.slipstream.opencl;

import static dev.slipstream.opencl.OpenClBench.counting;
import static dev.slipstream.opencl.OpenClBench.launch;
import static dev.slipstream.opencl.OpenClBench.reads;
import static dev.slipstream.opencl.OpenClBench.writes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.BuildListener;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The next run uses a driver's build results. */
class KernelCacheTest {
  private static final String HIT = "from cache";
  private static final String MISS = "built";

  @TempDir private Path folder;
  private final List<String> builds = new ArrayList<>();

  @AfterEach
  void clear() {
    System.clearProperty(FaultInjection.PROPERTY);
  }

  @Test
  void theSecondRunLoadsWhatTheFirstBuiltAndComputesTheSameBits() throws Exception {
    double[] first = run("3.7 / (1.0 + x)");
    double[] second = run("3.7 / (1.0 + x)");

    assertThat(builds).containsExactly(MISS, HIT);
    assertThat(second).isEqualTo(first).contains(3.7 / (1.0 + 1.1));
    assertThat(entries()).hasSize(1);
  }

  @Test
  void anotherTextIsAnotherEntry() throws Exception {
    run("x + 1.0");
    double[] other = run("x + 2.0");

    assertThat(builds).containsExactly(MISS, MISS);
    assertThat(other).contains(1.1 + 2.0);
    assertThat(entries()).hasSize(2);
  }

  @Test
  void aDamagedEntryIsBuiltAgain() throws Exception {
    double[] first = run("x - 1.0");
    byte[] whole = Files.readAllBytes(entries().get(0));
    byte[] damaged = whole.clone();
    damaged[whole.length / 2] ^= 1;
    Files.write(entries().get(0), damaged);

    double[] second = run("x - 1.0");
    double[] third = run("x - 1.0");

    assertThat(builds).containsExactly(MISS, MISS, HIT);
    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
  }

  @Test
  void anEntryThatTheDriverDoesNotTakeIsBuiltAgain() throws Exception {
    double[] first = run("x * x");
    System.setProperty(FaultInjection.PROPERTY, "cache");
    double[] second = run("x * x");
    System.clearProperty(FaultInjection.PROPERTY);
    double[] third = run("x * x");

    assertThat(builds).containsExactly(MISS, MISS, HIT);
    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
  }

  @Test
  void aFolderThatCannotBeUsedChangesNothing() throws Exception {
    folder = Files.writeString(folder.resolve("a file"), "");

    double[] first = run("x * 2.0");
    double[] second = run("x * 2.0");

    assertThat(builds).containsExactly(MISS, MISS);
    assertThat(first).contains(2.2).isEqualTo(second);
  }

  @Test
  void withoutAFolderNothingIsCounted() throws Exception {
    compute(new DeviceEnvironment(CacheSettings.off(), new Counting(), Log.none()), "x * 2.0");

    assertThat(builds).isEmpty();
    assertThat(entries()).isEmpty();
  }

  private double[] run(String expression) throws DeviceException {
    CacheSettings cache = new CacheSettings(Optional.of(folder), 10 << 20);
    return compute(new DeviceEnvironment(cache, new Counting(), Log.none()), expression);
  }

  private static double[] compute(DeviceEnvironment environment, String expression)
      throws DeviceException {
    double[] in = new Random(3).doubles(500).toArray();
    in[7] = 1.1;
    double[] out = new double[in.length];
    try (OpenClBench bench = OpenClBench.open(environment)) {
      bench
          .prepare(
              1,
              List.of("__global double* in", "__global double* out"),
              "double x = in[i]; out[i] = " + expression + ";")
          .launch(
              launch(
                  counting(in.length),
                  new Object[] {in, out},
                  reads(0, 0, in.length),
                  writes(1, 0, in.length)));
    }
    return out;
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private final class Counting implements BuildListener {
    @Override
    public void fromCache() {
      builds.add(HIT);
    }

    @Override
    public void built() {
      builds.add(MISS);
    }
  }
}
