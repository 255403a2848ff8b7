package dev.slipstream.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationChunk;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reductions whose lanes run in parts have the same bits as whole ones. Each part has only those
 * elements that it is said to read and write.
 */
class ReductionsInPartsTest {
  private static final int[] PARTS = {1, 2, 3, 5};
  private static final String ARRAYS =
      """
      double[] x = new double[100_000], y = new double[100_000];
      int[] k = new int[100_000];
      float[][] rows = new float[300][413];
      long s = 0, t = 0; int at = -1; double best = -1; @Reduction double d = 0;
      for (int i = 0; i < 100_000; i++) { x[i] = Math.sin(i); y[i] = Math.cos(3 * i); k[i] = i * 31 % 1009; }
      for (int i = 0; i < 300; i++) for (int j = 0; j < 413; j++) rows[i][j] = (float) Math.sin(i + j);
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (@Parallel int i = 0; i < 100_000; i++) s += k[i];",
        "for (@Parallel int i = 7; i < 70_001; i += 3) s ^= k[i] * 5 - k[i + 2];",
        "for (@Parallel int i = 99_999; i > 20; i--) { s += k[i - 1]; t |= k[i]; }",
        "for (@Parallel int i = 0; i < 100_000; i++) d += x[i] * y[i];",
        "for (@Parallel int i = 0; i < 100_000; i++) if (x[i] > best) { best = x[i]; at = k[i]; }",
        "for (@Parallel int i = 0; i < 100_000; i++) { y[i] = x[i] + 1; s += (long) (y[i] * 100); }",
        "for (@Parallel int i = 0; i < 300; i++) for (@Parallel int j = 0; j < 413; j++)"
            + " s += (long) (1000 * rows[i][j]) * j;",
        "for (@Parallel int i = 0; i < 300; i++) for (@Parallel int j = 0; j < 300; j++)"
            + " if (x[i * 300 + j] > best) { best = x[i * 300 + j]; at = i * 1000 + j; }",
        "for (@Parallel int i = 0; i < 9; i++) for (@Parallel int j = 0; j < 70; j++)"
            + " for (@Parallel int l = 2; l < 100; l++) s += k[(i * 70 + j) * 100 + l] - k[l - 2];",
        "for (@Parallel int i = 0; i < 65; i++) s += k[i];",
      })
  void theyHaveTheBitsOfTheWhole(String loop) {
    int[] divided = {0};
    Object[] ways = new Object[PARTS.length + 1];
    String body = ARRAYS + loop + "\nreturn new Object[] {s, t, at, d, best, y};";
    for (int way = 0; way < ways.length; way++) {
      int parts = way == 0 ? 0 : PARTS[way - 1];
      ways[way] =
          JavaLoops.run(
              body,
              kernels ->
                  (site, start, captures) -> {
                    var kernel = kernels.stream().filter(k -> k.site() == site).findFirst();
                    LaunchPlan plan = kernel.orElseThrow().plan(start, captures);
                    LaunchPlan.Run run = (LaunchPlan.Run) plan;
                    try (CpuDevice device = new CpuDevice(1)) {
                      HostKernel host = device.prepare(kernel.orElseThrow().kernel());
                      if (parts == 0) {
                        host.launch(run.launch());
                      } else {
                        divided[0] += runInParts(run, host, parts);
                      }
                    } catch (DeviceException failure) {
                      throw new AssertionError(failure);
                    }
                    run.completion().run();
                    return run.resume();
                  });
    }
    for (int way = 1; way < ways.length; way++) {
      assertThat(Objects.deepEquals(ways[way], ways[0])).as("%d parts", PARTS[way - 1]).isTrue();
    }
    assertThat(divided[0]).isGreaterThan(PARTS.length);
  }

  /** Returns how many parts there are. */
  private static int runInParts(LaunchPlan.Run run, HostKernel kernel, int parts)
      throws DeviceException {
    Launch launch = run.launch();
    Division division = run.divisions().get().get(0);
    List<Box> chunks = new EvenSplitter().split(division.geometry(), parts);
    List<Object[]> results = new ArrayList<>();
    for (Box chunk : chunks) {
      Object[] own = launch.arguments().clone();
      for (ArrayAccess access : launch.accesses()) {
        int p = access.parameter();
        Region reads = division.reads(p, chunk).orElseThrow();
        own[p] = onlyWith(own[p], reads.union(division.writes(p, chunk).orElseThrow()));
      }
      kernel.launch(IterationChunk.of(launch.on(own), division.loops(), chunk));
      results.add(own);
    }
    for (int c = 0; c < chunks.size(); c++) {
      for (ArrayAccess access : launch.accesses()) {
        int p = access.parameter();
        for (Box box : division.writes(p, chunks.get(c)).orElseThrow().boxes()) {
          int from = (int) box.min0();
          System.arraycopy(
              results.get(c)[p], from, launch.arguments()[p], from, (int) box.extent(0));
        }
      }
    }
    return chunks.size();
  }

  /** Returns a copy with other values in all remaining elements; missing rows are null. */
  private static Object onlyWith(Object array, Region elements) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    if (!(array instanceof Object[])) {
      for (int i = 0; i < length; i++) {
        Array.setByte(copy, i, (byte) 77);
      }
    }
    for (Box box : elements.boxes()) {
      System.arraycopy(array, (int) box.min0(), copy, (int) box.min0(), (int) box.extent(0));
    }
    return copy;
  }

  @Test
  void aPartReadsASliceAndLeavesItsOwnLanes() {
    JavaLoops.Reached reached =
        JavaLoops.run(ARRAYS + "for (@Parallel int i = 0; i < 65_536; i++) s += k[i]; x[0] = s;")
            .get(0);
    LaunchPlan plan = reached.kernel().plan(reached.start(), reached.captures());
    Division division = ((LaunchPlan.Run) plan).divisions().get().get(0);
    List<Box> chunks = new EvenSplitter().split(division.geometry(), 4);
    int results = ((LaunchPlan.Run) plan).launch().arguments().length - 1;
    for (int c = 0; c < 4; c++) {
      Region quarter = Region.of(Box.of(c * 16_384L, (c + 1) * 16_384L));
      assertThat(division.reads(0, chunks.get(c))).contains(quarter);
      assertThat(division.writes(results, chunks.get(c))).contains(quarter);
    }
  }

  @Test
  void aReductionThatIsNotToBeDividedIsNot() {
    JavaLoops.Reached reached =
        JavaLoops.run(
                ARRAYS
                    + "for (@Parallel @Split(Split.Way.NONE) int i = 0; i < 65_536; i++) s += k[i];"
                    + " x[0] = s;")
            .get(0);
    LaunchPlan plan = reached.kernel().plan(reached.start(), reached.captures());
    assertThat(((LaunchPlan.Run) plan).divisions().get()).isEmpty();
  }
}
