import java.util.*;
import java.util.stream.*;

/** Streams over arrays that loops use, and loops in streams. */
public class StreamCalls extends Loops {
  static void cases() {
    test(
        "stream sum",
        () -> {
          int[] a = made(200, 3);
          long s = Arrays.stream(a).asLongStream().sum();
          again(a, 1);
          return s + Arrays.stream(a).max().getAsInt();
        });
    test(
        "stream of",
        () -> {
          int[] a = made(200, 3);
          return IntStream.of(a).sum() + DoubleStream.of(doubles(100, 2)).sum();
        });
    test(
        "stream of arrays",
        () -> Stream.of(made(200, 3), made(100, 4)).mapToLong(Loops::sum).sum());
    test(
        "stream late",
        () -> {
          int[] a = made(200, 3);
          IntStream s = Arrays.stream(a);
          again(a, 4);
          return s.asLongStream().sum();
        });
    test(
        "parallel stream",
        () -> {
          int[] a = made(2000, 3);
          long s = Arrays.stream(a).parallel().asLongStream().sum();
          again(a, 1);
          return s + IntStream.range(0, 2000).parallel().mapToLong(i -> a[i]).sum();
        });
    test(
        "parallel stream of loops",
        () ->
            IntStream.range(0, 16)
                .parallel()
                .mapToLong(
                    i -> {
                      int[] a = made(300 + i, i);
                      again(a, i);
                      return sum(a);
                    })
                .sum());
    test(
        "parallel writes",
        () -> {
          int[] a = made(2000, 3);
          IntStream.range(0, 2000).parallel().forEach(i -> a[i] ^= i);
          again(a, 1);
          return sum(a);
        });
  }
}
