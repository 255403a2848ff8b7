package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.wire.WireForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks that encoding and decoding a kernel, its divisions and its launches gives equal values.
 */
final class WireRoundTrip {
  private WireRoundTrip() {}

  /** Encodes and decodes a kernel. */
  static void requireSame(RangeKernel kernel) {
    byte[] form = WireForm.of(kernel);
    RangeKernel decoded = WireForm.kernel(form);
    assertThat(decoded).isEqualTo(kernel);
    assertThat(WireForm.of(decoded)).isEqualTo(form);
  }

  /** Encodes and decodes one execution: its launch, and all divisions. */
  static void requireSame(LoopKernel kernel, int start, Object[] captures, LaunchPlan.Run run) {
    requireSame(run.launch());
    kernel
        .mappers(start, captures)
        .ifPresent(
            mappers -> {
              mappers.divisions().forEach(WireRoundTrip::requireSame);
              requireSame(mappers.division(/* tiles= */ true));
            });
  }

  private static void requireSame(Launch launch) {
    List<Object> arrays = new ArrayList<>();
    byte[] form = WireForm.of(launch, array -> number(array, arrays));
    Launch decoded = WireForm.launch(form, number -> Optional.of(arrays.get((int) number)));
    assertThat(decoded.space()).isEqualTo(launch.space());
    assertThat(decoded.accesses()).isEqualTo(launch.accesses());
    assertThat(decoded.violation()).isEqualTo(launch.violation());
    assertThat(decoded.arguments()).isEqualTo(launch.arguments());
    for (int p = 0; p < launch.arguments().length; p++) {
      if (launch.arguments()[p] != null && launch.arguments()[p].getClass().isArray()) {
        assertThat(decoded.arguments()[p]).isSameAs(launch.arguments()[p]);
      }
    }
    assertThat(WireForm.of(decoded, array -> number(array, arrays))).isEqualTo(form);
  }

  private static int number(Object array, List<Object> arrays) {
    for (int number = 0; number < arrays.size(); number++) {
      if (arrays.get(number) == array) {
        return number;
      }
    }
    arrays.add(array);
    return arrays.size() - 1;
  }

  private static void requireSame(Division division) {
    byte[] form = WireForm.of(division);
    Division decoded = WireForm.division(form);
    assertThat(decoded).isEqualTo(division);
    assertThat(WireForm.of(decoded)).isEqualTo(form);
    Box space = division.geometry().space();
    long half = (space.min0() + space.max0() + 1) / 2;
    for (Box chunk : List.of(space, space.with(0, space.min0(), half))) {
      assertThat(decoded.iterations(chunk)).isEqualTo(division.iterations(chunk));
      for (Box part : division.iterations(chunk)) {
        for (int a = 0; a < division.arrays().size(); a++) {
          ArrayMapper own = division.arrays().get(a);
          ArrayMapper its = decoded.arrays().get(a);
          assertThat(its.reads().map(part)).isEqualTo(own.reads().map(part));
          assertThat(its.writes().map(part)).isEqualTo(own.writes().map(part));
          assertThat(its.certain().map(part)).isEqualTo(own.certain().map(part));
        }
      }
    }
  }
}
