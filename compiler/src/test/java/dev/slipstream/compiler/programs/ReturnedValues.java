package dev.slipstream.compiler.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Percentage;

/** Compares what two runs of a program returned: numbers, arrays, and arrays of such. */
final class ReturnedValues {
  private static final Percentage DOUBLES = Percentage.withPercentage(1e-7);
  private static final Percentage FLOATS = Percentage.withPercentage(1e-2);

  private ReturnedValues() {}

  /**
   * Fails where they differ.
   *
   * @param exact whether floating-point numbers must be equal bit for bit, too; all NaNs count as
   *     equal
   */
  static void assertSame(Object expected, Object actual, boolean exact) {
    List<Object> wanted = new ArrayList<>();
    List<Object> found = new ArrayList<>();
    flatten(expected, wanted);
    flatten(actual, found);
    assertThat(found).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      if (Objects.equals(found.get(i), wanted.get(i))) {
        continue;
      }
      if (!exact && wanted.get(i) instanceof Double number) {
        assertThat((Double) found.get(i)).as("number %d", i).isCloseTo(number, DOUBLES);
      } else if (!exact && wanted.get(i) instanceof Float number) {
        assertThat((Float) found.get(i)).as("number %d", i).isCloseTo(number, FLOATS);
      } else {
        assertThat(found.get(i)).as("number %d", i).isEqualTo(wanted.get(i));
      }
    }
  }

  private static void flatten(Object value, List<Object> numbers) {
    if (!value.getClass().isArray()) {
      numbers.add(value);
      return;
    }
    int length = Array.getLength(value);
    numbers.add("array of " + length);
    for (int i = 0; i < length; i++) {
      flatten(Array.get(value, i), numbers);
    }
  }
}
