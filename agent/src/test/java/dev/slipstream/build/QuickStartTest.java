package dev.slipstream.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build's tool is compiled here as the build does it, and its result runs beside javac's. */
class QuickStartTest {
  private static final String SAMPLE =
      """
      package dev.slipstream.sample;

      import java.util.*;
      import java.util.function.*;

      public class Sample implements Supplier<String> {
        enum Colour { RED, GREEN }
        record Empty() {}
        record All(
            boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a) {}
        record Pair<T>(T left, T right) {}

        interface Named {
          private String secret(int k) { return "s" + k; }
          default IntFunction<String> secrets() { return this::secret; }
          static Supplier<String> greeting(String whom) { return () -> "hello " + whom; }
        }

        private int count;

        private int next(int by) { return count += by; }

        private static long add(long a, int b) { return a + b; }

        static class Inner {
          private final String text;
          private Inner(String text) { this.text = text; }
          Function<String, String> joined(char c, double d) { return t -> text + t + c + d; }
          class Innermost { Supplier<String> deep() { return () -> text + Inner.this.text; } }
        }

        public String get() {
          StringBuilder out = new StringBuilder();
          Consumer<Object> say = o -> out.append(o).append('\\n');
          Function<Integer, Integer> boxed = this::next;
          say.accept(boxed.apply(3));
          IntUnaryOperator plain = this::next;
          say.accept(plain.applyAsInt(4));
          ToLongFunction<Integer> widened = Integer::intValue;
          say.accept(widened.applyAsLong(5));
          ToDoubleFunction<Integer> toDouble = i -> i;
          say.accept(toDouble.applyAsDouble(6));
          BinaryOperator<Long> sum = Long::sum;
          say.accept(sum.apply(1L << 40, 2L));
          ToLongBiFunction<Long, Integer> mixed = Sample::add;
          say.accept(mixed.applyAsLong(7L, 8));
          Function<Character, Object> same = c -> c;
          say.accept(same.apply('x'));
          BiPredicate<String, Object> equal = String::equals;
          say.accept(equal.test("a", "a"));
          Supplier<List<String>> made = ArrayList::new;
          say.accept(made.get());
          Function<String, Inner> inner = Inner::new;
          say.accept(inner.apply("i").joined('c', 1.5).apply("t"));
          say.accept(inner.apply("d").new Innermost().deep().get());
          IntFunction<int[]> array = int[]::new;
          say.accept(array.apply(3).length);
          Consumer<String> dropped = out::append;
          dropped.accept("dropped\\n");
          Consumer<List<Long>> two = List::size;
          two.accept(List.of(1L));
          Runnable nothing = () -> {};
          nothing.run();
          Comparator<String> byLength = Comparator.comparing(String::length);
          say.accept(byLength.thenComparing(Comparator.reverseOrder()).compare("ab", "ba"));
          say.accept(new Named() {}.secrets().apply(9));
          say.accept(Named.greeting("you").get());
          long far = 1L << 50;
          double half = 0.5;
          boolean yes = true;
          Supplier<String> captures = () -> far + " " + half + " " + yes + this.count;
          say.accept(captures.get());
          say.accept(single() == single());
          int[] data = {1};
          All all = new All(true, (byte) 1, (short) 2, 'c', 3, 4, 5f, Double.NaN, null, data);
          All again = new All(true, (byte) 1, (short) 2, 'c', 3, 4, 5f, Double.NaN, null, data);
          All other = new All(true, (byte) 1, (short) 2, 'c', 3, 4, -0f, Double.NaN, "", data);
          say.accept(all.equals(again) + " " + all.equals(other) + " " + all.equals(null));
          say.accept(all.hashCode() - System.identityHashCode(data));
          say.accept(all.toString().replaceAll("@.*", ""));
          say.accept(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
          Map<Pair<String>, Colour> map = new TreeMap<>(Comparator.comparing(Pair::left));
          map.put(new Pair<>("b", "c"), Colour.RED);
          map.computeIfAbsent(new Pair<>("a", "d"), p -> Colour.valueOf("GREEN"));
          say.accept(map);
          record Local(Colour colour, Object... rest) {}
          say.accept(new Local(Colour.RED, (Object[]) null));
          try {
            @SuppressWarnings("unchecked")
            Function<Object, String> wrong = (Function<Object, String>) (Function<?, ?>) (Function<String, String>) String::trim;
            say.accept(wrong.apply(1));
          } catch (ClassCastException e) {
            say.accept("no string");
          }
          return out.toString();
        }

        private static Runnable single() { return () -> {}; }
      }
      """;

  @TempDir private Path folder;

  @Test
  void whatTheToolWritesComputesTheSameWithoutHelpOfTheJvm() throws Exception {
    Path classes = ChildProgram.compile(folder.resolve("sample"), SAMPLE);
    Path before = jar(classes, folder.resolve("before.jar"));
    Path after = folder.resolve("after.jar");

    run(before, after);

    String expected = output(before);
    assertThat(output(after)).isEqualTo(expected).contains("no string", "s9", "Local[colour=RED");
    assertThat(links(before)).isNotEmpty();
    assertThat(links(after)).isEmpty();
  }

  private void run(Path before, Path after) throws Exception {
    Path sources = Path.of("src", "build", "java", "dev", "slipstream", "build");
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        texts.add(Files.readString(file));
      }
    }
    Path tool =
        ChildProgram.compile(
            folder.resolve("tool"),
            List.of("--release", "17", "-cp", System.getProperty("java.class.path")),
            texts.toArray(String[]::new));
    try (URLClassLoader loader = loader(tool, QuickStartTest.class.getClassLoader())) {
      loader
          .loadClass("dev.slipstream.build.QuickStart")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {before.toString(), after.toString()});
    }
  }

  private static String output(Path jar) throws Exception {
    try (URLClassLoader loader = loader(jar, ClassLoader.getPlatformClassLoader())) {
      return (String)
          ((Supplier<?>)
                  loader.loadClass("dev.slipstream.sample.Sample").getConstructor().newInstance())
              .get();
    }
  }

  private static URLClassLoader loader(Path classes, ClassLoader parent) throws IOException {
    return new URLClassLoader(new URL[] {classes.toUri().toURL()}, parent);
  }

  /** The classes that name a method with which the JVM makes lambdas or records' methods. */
  private static List<String> links(Path jar) throws IOException {
    List<String> found = new ArrayList<>();
    try (ZipFile file = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : file.stream().toArray(ZipEntry[]::new)) {
        byte[] content = file.getInputStream(entry).readAllBytes();
        String text = new String(content, StandardCharsets.ISO_8859_1);
        if (text.contains("LambdaMetafactory") || text.contains("ObjectMethods")) {
          found.add(entry.getName());
        }
      }
    }
    return found;
  }

  private static Path jar(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
        out.closeEntry();
      }
    }
    return jar;
  }
}
