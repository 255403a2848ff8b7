package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.LoopName;
import java.util.function.BiFunction;

/** Checks that loops that are compiled alone are those that are compiled with their class. */
final class LoopsAlone {
  private LoopsAlone() {}

  /**
   * Compiles each loop of a class again.
   *
   * @param compiler compiles the loop of a name, with the number of its call site
   */
  static void requireSame(
      CompiledClass whole, BiFunction<LoopName, Integer, CompiledClass> compiler) {
    for (LoopKernel loop : whole.kernels()) {
      assertThat(compiler.apply(loop.name(), loop.site()).kernels())
          .anySatisfy(
              alone -> {
                assertThat(alone.identity()).isEqualTo(loop.identity());
                assertThat(alone.kernel()).isEqualTo(loop.kernel());
                assertThat(alone.workClass().isPresent()).isEqualTo(loop.workClass().isPresent());
                loop.workClass()
                    .ifPresent(work -> assertThat(alone.workClass().orElseThrow()).isEqualTo(work));
              });
    }
    for (OpenCallSite loop : whole.open()) {
      assertThat(compiler.apply(loop.name(), loop.site()).open())
          .extracting(OpenCallSite::identity)
          .contains(loop.identity());
    }
  }
}
