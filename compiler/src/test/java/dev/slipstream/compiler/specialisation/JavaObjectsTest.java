package dev.slipstream.compiler.specialisation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JavaObjectsTest {
  private static class Base {
    private final int number = 7;
    private final boolean[] flags = {true};
  }

  private static final class Derived extends Base {
    private final long number = 8;
    private final char letter = 'x';
    private final byte small = -3;
    private final boolean yes = true;
    private static final float RATE = 0.5f;
  }

  /** A class that nothing initialises. */
  private static final class Untouched {
    static final Object SOMETHING = new Object();
  }

  private final JavaObjects objects = new JavaObjects(type -> {});
  private final Derived object = new Derived();

  @Test
  void aFieldIsToldFromOneOfTheSameNameByItsType() throws Exception {
    assertThat(objects.read(Derived.class, object, "number", "J")).isEqualTo(8L);
    assertThat(objects.read(Derived.class, object, "number", "I")).isEqualTo(7);
    assertThat(objects.read(Derived.class, object, "flags", "[Z")).isSameAs(((Base) object).flags);
  }

  @Test
  void smallNumbersAndTruthsAreReadAsInts() throws Exception {
    assertThat(objects.read(Derived.class, object, "letter", "C")).isEqualTo((int) 'x');
    assertThat(objects.read(Derived.class, object, "small", "B")).isEqualTo(-3);
    assertThat(objects.read(Derived.class, object, "yes", "Z")).isEqualTo(1);
  }

  @Test
  void aStaticFieldNeedsNoObject() throws Exception {
    assertThat(objects.read(Derived.class, null, "RATE", "F")).isEqualTo(0.5f);
  }

  @Test
  void aFieldThatIsMissingIsNamed() {
    assertThatThrownBy(() -> objects.read(Derived.class, object, "none", "I"))
        .isInstanceOf(NoSuchFieldException.class)
        .hasMessageContaining("Derived.none");
  }

  @Test
  void aClassIsInitialisedOnceItsInitialiserHasRun() {
    assertThat(objects.isInitialised(Untouched.class)).isFalse();
    assertThat(Untouched.SOMETHING).isNotNull();
    assertThat(objects.isInitialised(Untouched.class)).isTrue();
  }
}
