package dev.slipstream.benchmarks.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloatLoopsTest {
  private static final int ROWS = 4;

  private static float[] filled(float value) {
    float[] array = new float[ROWS * FloatLoop.WIDTH];
    Arrays.fill(array, value);
    return array;
  }

  @Test
  void saxpyAddsAMultipleOfAVector() {
    float[] to = filled(1);
    new Saxpy().run(0.5f, filled(4), to);
    assertThat(to).containsOnly(3);
  }

  @Test
  void stencilsLeaveWhatIsFlatAsItIs() {
    for (FloatLoop stencil : List.of(new Stencil(), new NestedStencil())) {
      float[] to = filled(0);
      stencil.run(0.25f, filled(7), to);
      assertThat(to[FloatLoop.WIDTH + 1]).as("within").isEqualTo(7);
      assertThat(to[0]).as("at the border").isZero();
    }
  }

  @Test
  void everyLoopWritesNothingButItsResult() {
    for (FloatLoop loop : List.of(new LargeBody(), new Polynomial(), new Saxpy(), new Stencil())) {
      float[] from = filled(2);
      float[] to = filled(1);
      loop.run(0.5f, from, to);
      assertThat(from).as(loop.getClass().getSimpleName()).containsOnly(2);
      assertThat(to).as(loop.getClass().getSimpleName()).isNotEqualTo(filled(1));
    }
  }
}
