package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests copies of arrays as they are between two loops. */
class PendingCopiesTest extends CoherentLoops {
  @Test
  void aCopyHasWhatTheLoopsBeforeItHaveWrittenAndNothingOfThoseAfterIt() {
    int[] a = {1, 2, 3, 4};
    loop(CoherentLoops::addOne, a);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    loop(CoherentLoops::addOne, a);
    assertThat(copies.areOver()).isFalse();
    assertThat(a).containsExactly(1, 2, 3, 4);
    coherence.reads(a);

    copies.await();
    assertThat((int[]) copies.copies().get(a)).containsExactly(2, 3, 4, 5);
    assertThat(a).containsExactly(3, 4, 5, 6);
  }

  @Test
  void aCopyHasNothingOfWhatTheHostWritesAfterIt() {
    int[] a = {1, 2, 3, 4};
    loop(CoherentLoops::addOne, a);
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 50;
    coherence.visits(a, 0, /* toWrite= */ true);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    coherence.visits(a, 0, /* toWrite= */ true);
    a[0] = 60;
    coherence.visits(a, 0, /* toWrite= */ true);

    copies.await();
    assertThat((int[]) copies.copies().get(a)).containsExactly(50, 3, 4, 5);
  }

  @Test
  void anArrayThatNoLoopWritesIsCopiedImmediately() {
    int[] a = {1, 2};
    int[] b = {3, 4};
    loop(arrays -> arrays.get(0)[0] = arrays.get(1)[0], a, b);
    PendingCopies copies = coherence.copies().copy(List.of(b, new int[] {5}));
    assertThat(copies.areOver()).isTrue();
    assertThat((int[]) copies.copies().get(b)).containsExactly(3, 4);
    assertThat(copies.copies()).hasSize(2);
  }

  @Test
  void anArrayThatAnybodyMayWriteIsCopiedBeforeTheProgramGoesOn() {
    int[] a = {1};
    loop(CoherentLoops::addOne, a);
    coherence.synchronous(a);
    loop(CoherentLoops::addOne, a);
    PendingCopies copies = coherence.copies().copy(List.of(a));
    a[0] = 100;
    assertThat(copies.areOver()).isTrue();
    assertThat((int[]) copies.copies().get(a)).containsExactly(3);
  }
}
