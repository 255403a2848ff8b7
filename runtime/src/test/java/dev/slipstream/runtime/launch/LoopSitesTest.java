package dev.slipstream.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.fixture.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopSitesTest {
  private final LoopSites sites = new LoopSites();

  @Test
  void anUnknownSiteRunsTheLoopAsEver() {
    for (int number : new int[] {-1, 0, 5, 100_000}) {
      assertThat(sites.submit(number, 7, new Object[0])).isEqualTo(7);
    }
  }

  @Test
  void aRefusedSiteThrowsWhenItIsReachedHoweverHighItsNumber() {
    sites.refuse(1000, "Heat.smooth:44 runs on the host: line 46 returns from the loop.");
    assertThatThrownBy(() -> sites.submit(1000, 0, new Object[0]))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("Heat.smooth:44");
  }

  @Test
  void aNumberCannotBeTakenTwice() {
    sites.refuse(3, "one");
    assertThatThrownBy(() -> sites.refuse(3, "two")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sites.refuse(-1, "two")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void copiedBytesAreWhatIsReadAndWhatIsWritten() {
    List<KernelParameter> parameters =
        List.of(new KernelParameter("a", "[D"), new KernelParameter("b", "[B"));
    Launch launch =
        new Launch(
            Kernels.line(10),
            new Object[] {new double[10], new byte[10]},
            List.of(new ArrayAccess(0, 0, 10, 0, 0, false), new ArrayAccess(1, 0, 0, 2, 6, true)));
    assertThat(CostRule.copiedBytes(launch, parameters)).isEqualTo(10 * 8 + 4);
  }

  @Test
  void copiedBytesOfArraysOfArraysAreThoseOfTheirRows() {
    assertThat(bytesRead("[[D", new double[100][7], 10, 20)).isEqualTo(10 * 7 * 8);
    assertThat(bytesRead("[[[S", new short[100][7][3], 10, 20)).isEqualTo(10 * 7 * 3 * 2);
    assertThat(bytesRead("[[I", new int[][] {null, new int[5], null}, 0, 3)).isEqualTo(5 * 4);
    byte[][] triangle = new byte[1000][];
    for (int i = 0; i < triangle.length; i++) {
      triangle[i] = new byte[i];
    }
    assertThat(bytesRead("[[B", triangle, 0, 1000)).isBetween(495_000L, 505_000L);
  }

  private static long bytesRead(String descriptor, Object array, int from, int to) {
    return CostRule.copiedBytes(
        new Launch(
            Kernels.line(10),
            new Object[] {array},
            List.of(new ArrayAccess(0, from, to, 0, 0, false))),
        List.of(new KernelParameter("a", descriptor)));
  }
}
