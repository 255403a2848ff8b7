import dev.slipstream.api.Parallel;
import java.util.*;

/** What {@code Arrays} and {@code System.arraycopy} do with arrays that loops use. */
public class ArrayCalls extends Loops {
  static void cases() {
    test("clone", () -> sum(made(200, 1).clone()));
    test("copyOf", () -> sum(Arrays.copyOf(made(200, 1), 150)));
    test("copyOfRange", () -> sum(Arrays.copyOfRange(made(200, 1), 10, 150)));
    test(
        "equals",
        () ->
            Arrays.equals(made(200, 1), made(200, 1))
                + " "
                + Arrays.equals(made(200, 1), made(200, 2)));
    test("hashCode", () -> Arrays.hashCode(made(200, 1)));
    test("toString", () -> Arrays.toString(made(200, 1)).hashCode());
    test(
        "mismatch",
        () -> {
          int[] a = made(200, 1);
          int[] b = made(200, 1);
          b[77]++;
          again(a, 1);
          again(b, 1);
          return Arrays.mismatch(a, b);
        });
    test(
        "sort",
        () -> {
          int[] a = made(200, -1);
          Arrays.sort(a);
          again(a, 2);
          Arrays.sort(a, 3, 100);
          return sum(a);
        });
    test(
        "parallelSort",
        () -> {
          int[] a = made(20000, -1);
          Arrays.parallelSort(a);
          again(a, 2);
          return sum(a);
        });
    test(
        "fill",
        () -> {
          int[] a = made(200, -1);
          Arrays.fill(a, 3, 10, 7);
          again(a, 2);
          return sum(a);
        });
    test(
        "setAll",
        () -> {
          int[] a = made(200, -1);
          Arrays.setAll(a, i -> i * 2);
          again(a, 2);
          return sum(a);
        });
    test(
        "parallelPrefix",
        () -> {
          int[] a = made(200, -1);
          Arrays.parallelPrefix(a, Integer::sum);
          again(a, 2);
          return sum(a);
        });
    test(
        "binarySearch",
        () -> {
          int[] a = new int[200];
          for (@Parallel int i = 0; i < 200; i++) a[i] = 2 * i;
          return Arrays.binarySearch(a, 84);
        });
    test(
        "arraycopy",
        () -> {
          int[] a = made(200, 3);
          System.arraycopy(a, 0, a, 10, 100);
          again(a, 2);
          int[] b = made(200, 1);
          System.arraycopy(a, 5, b, 7, 99);
          again(b, 3);
          return sum(b);
        });
    test(
        "arraycopy throws",
        () -> {
          int[] a = made(200, 3);
          try {
            System.arraycopy(a, 0, a, 150, 100);
          } catch (IndexOutOfBoundsException e) {
          }
          again(a, 2);
          return sum(a);
        });
  }
}
