package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The snapshots of programs that run without the agent. */
class SnapshotsTest {
  @Test
  void aCopyIsCompleteImmediatelyAndStaysAsTheArrayWas() {
    double[] array = {1, 2, 3};
    CompletableFuture<double[]> copy = Snapshots.of(array);
    array[1] = 7;
    assertThat(copy).isCompleted();
    assertThat(copy.join()).containsExactly(1, 2, 3);
  }

  @Test
  void arraysOfAllElementTypesAreCopied() {
    assertThat(Snapshots.of(new boolean[] {true}).join()).containsExactly(true);
    assertThat(Snapshots.of(new byte[] {1}).join()).containsExactly(1);
    assertThat(Snapshots.of(new char[] {'a'}).join()).containsExactly('a');
    assertThat(Snapshots.of(new short[] {2}).join()).containsExactly(2);
    assertThat(Snapshots.of(new int[] {3}).join()).containsExactly(3);
    assertThat(Snapshots.of(new long[] {4}).join()).containsExactly(4);
    assertThat(Snapshots.of(new float[] {5}).join()).containsExactly(5);
    assertThat(Snapshots.of(new String[] {"six"}).join()).containsExactly("six");
  }

  @Test
  void theRowsOfAMatrixAreCopiedTooAndOneThatOccursTwiceOnce() {
    int[] row = {1, 2};
    int[][][] array = {{row, null}, {row, {3}}};
    int[][][] copy = Snapshots.of(array).join();
    row[0] = 9;
    assertThat(copy).isDeepEqualTo(new int[][][] {{{1, 2}, null}, {{1, 2}, {3}}});
    assertThat(copy[0][0]).isSameAs(copy[1][0]).isNotSameAs(row);
  }

  @Test
  void objectsThatAreNoArraysAreNotCopied() {
    StringBuilder[][] array = {{new StringBuilder("a")}};
    assertThat(Snapshots.of(array).join()[0][0]).isSameAs(array[0][0]);
  }

  @Test
  void noArrayIsAnError() {
    assertThatThrownBy(() -> Snapshots.of((int[]) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the array to copy is null");
  }

  @Test
  void loopsAreMarkedOnTheirVariables() {
    for (Class<?> mark : List.of(Parallel.class, Split.class, Reads.class)) {
      assertThat(mark.getAnnotation(Target.class).value())
          .as(mark.getSimpleName())
          .contains(ElementType.TYPE_USE);
    }
  }
}
