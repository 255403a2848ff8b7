package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrayTableTest {
  private static final int MANY = 100;

  private final ArrayTable table = new ArrayTable();

  @Test
  void anArrayThatWasAddedIsNeverMissed() {
    List<float[]> arrays = new ArrayList<>();
    for (int i = 0; i < 100 * MANY; i++) {
      float[] array = new float[1];
      arrays.add(array);
      TrackedLeaf entry = table.findOrAdd(array);
      assertThat(table.findOrAdd(array)).isSameAs(entry);
    }
    assertThat(arrays).allMatch(table::mayHave).allMatch(array -> table.find(array) != null);
  }

  @Test
  void fewOtherArraysAreTakenForOneThatWasAdded() {
    List<float[]> added = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      added.add(new float[1]);
      table.findOrAdd(added.get(i));
    }
    int taken = 0;
    for (int i = 0; i < MANY; i++) {
      taken += table.mayHave(new float[1]) ? 1 : 0;
    }
    assertThat(taken).isLessThan(MANY / 4);
    assertThat(added).allMatch(table::mayHave);
  }

  @Test
  void nothingIsTakenForAnArrayThatWasCollected() throws Exception {
    table.findOrAdd(new float[1]);
    GarbageCollection.until("the array to be collected", () -> table.removeCollected() != null);
    for (int i = 0; i < MANY; i++) {
      assertThat(table.mayHave(new float[1])).isFalse();
    }
  }
}
