package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.TestProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Programs for tests of the guards. */
public final class Corpus {
  private static final List<String> OPTIONS = List.of("-g", "--release", "17");
  private static final String RANDOM = "dev.slipstream.compiler.random.";

  private Corpus() {}

  /** A program with the argument of its method {@code run}. */
  public record Program(String name, int size, Map<String, byte[]> classes) {}

  /** The programs of the list among the test's resources. */
  public static Stream<Program> namedPrograms() {
    return text("/programs/LIST.txt")
        .lines()
        .filter(line -> line.contains("|"))
        .map(line -> line.split("\\|"))
        .map(
            parts -> {
              String name = parts[0].strip();
              return new Program(
                  name,
                  Integer.parseInt(parts[1].strip()),
                  TestProgram.javac(name, text("/programs/" + name + ".java"), OPTIONS));
            });
  }

  /** Some of the kernels that the compiler's own random tests run, as one class. */
  public static Map<String, byte[]> randomKernels(long seed, int first, int count) {
    try {
      StringBuilder members = new StringBuilder();
      for (String constant : List.of("SharedMethods.TEXT", "RandomObjects.TYPES")) {
        String[] parts = constant.split("\\.");
        Field field = Class.forName(RANDOM + parts[0]).getDeclaredField(parts[1]);
        field.setAccessible(true);
        members.append(field.get(null));
      }
      Method of =
          Class.forName(RANDOM + "RandomKernels").getDeclaredMethod("of", long.class, int.class);
      of.setAccessible(true);
      for (int k = first; k < first + count; k++) {
        Object kernel = of.invoke(null, seed, k);
        Method source = kernel.getClass().getDeclaredMethod("source");
        source.setAccessible(true);
        members.append(source.invoke(kernel));
      }
      return TestProgram.javac(
          "Program",
          "import dev.slipstream.api.Parallel; import dev.slipstream.api.Reduction;\n"
              + "public class Program {\n"
              + members
              + "\n}\n",
          OPTIONS);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** SciMark's kernels, which are of class version 45, with a driver. */
  public static Map<String, byte[]> sciMark() {
    return withDriver("jnt.scimark2.SOR", "jnt/scimark2/", SCIMARK, "jnt.scimark2.Driver");
  }

  /** JAMA, which is of class version 50, with a driver. */
  public static Map<String, byte[]> jama() {
    return withDriver("Jama.Matrix", "Jama/", JAMA, "JamaDriver");
  }

  /** All classes of a jar of the class path, under a folder. */
  public static Map<String, byte[]> jar(String oneOfThem, String folder) {
    Map<String, byte[]> classes = new HashMap<>();
    try {
      Path jar =
          Path.of(
              Class.forName(oneOfThem, /* initialize= */ false, Corpus.class.getClassLoader())
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      try (JarFile file = new JarFile(jar.toFile())) {
        for (JarEntry entry : file.stream().toList()) {
          String name = entry.getName();
          if (name.startsWith(folder) && name.endsWith(".class") && !name.contains("module-info")) {
            try (InputStream in = file.getInputStream(entry)) {
              classes.put(
                  name.substring(0, name.length() - 6).replace('/', '.'), in.readAllBytes());
            }
          }
        }
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, byte[]> withDriver(
      String oneOfThem, String folder, String source, String driver) {
    Map<String, byte[]> classes = jar(oneOfThem, folder);
    classes.putAll(
        TestProgram.javac(driver.substring(driver.lastIndexOf('.') + 1), source, OPTIONS));
    return classes;
  }

  private static String text(String resource) {
    try (InputStream in = Corpus.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final String SCIMARK =
      """
      package jnt.scimark2;

      import java.util.ArrayList;
      import java.util.Arrays;
      import java.util.List;

      public class Driver {
        public static Object run() {
          List<Object> results = new ArrayList<>();
          Random random = new Random(20);
          int n = 60;
          double[] x = vector(n, random);
          double[] y = new double[n];
          double[] val = vector(n * 5, random);
          int[] col = new int[n * 5];
          int[] row = new int[n + 1];
          for (int r = 0; r <= n; r++) {
            row[r] = r * 5;
          }
          for (int c = 0; c < col.length; c++) {
            col[c] = c * 7 % n;
          }
          SparseCompRow.matmult(y, val, row, col, x, 3);
          results.add(y);
          double[] data = vector(128, random);
          results.add(FFT.test(data));
          FFT.transform(data);
          results.add(data);
          double[][] matrix = new double[30][];
          for (int i = 0; i < matrix.length; i++) {
            matrix[i] = vector(30, random);
          }
          SOR.execute(1.25, matrix, 4);
          results.add(matrix);
          int[] pivot = new int[30];
          double[][] copy = LU.new_copy(matrix);
          results.add(LU.factor(copy, pivot));
          double[] b = vector(30, random);
          LU.solve(copy, pivot, b);
          results.add(b);
          results.add(MonteCarlo.integrate(300));
          return results.stream().map(r -> Arrays.deepToString(new Object[] {r})).toList();
        }

        private static double[] vector(int n, Random random) {
          double[] vector = new double[n];
          random.nextDoubles(vector);
          return vector;
        }
      }
      """;

  private static final String JAMA =
      """
      import Jama.Matrix;
      import java.util.Arrays;
      import java.util.ArrayList;
      import java.util.List;

      public class JamaDriver {
        private static final List<String> texts = new ArrayList<>();

        public static Object run() {
          java.util.Random random = new java.util.Random(21);
          int n = 20;
          double[][] first = new double[n][];
          double[][] second = new double[n][];
          for (int i = 0; i < n; i++) {
            first[i] = random.doubles(n).toArray();
            second[i] = random.doubles(n).toArray();
          }
          Matrix a = new Matrix(first);
          Matrix b = new Matrix(second);
          print(a.plus(b), a.minus(b), a.arrayTimes(b), a.uminus(), a.transpose(), a.copy());
          print(a.times(1.25), a.copy().timesEquals(0.75), a.times(b), a.solve(b), a.inverse());
          print(a.qr().getQ(), a.lu().getL(), a.svd().getU(), a.eig().getV());
          Matrix symmetric = a.plus(a.transpose());
          print(symmetric.eig().getD(), symmetric.times(symmetric).chol().getL());
          texts.add(Arrays.toString(a.getColumnPackedCopy()) + a.det() + a.cond() + a.norm1());
          try {
            a.times(new Matrix(3, 3));
          } catch (IllegalArgumentException e) {
            texts.add(e.getMessage());
          }
          try {
            a.get(100, 1);
          } catch (ArrayIndexOutOfBoundsException e) {
            texts.add(e.getMessage());
          }
          return texts;
        }

        private static void print(Matrix... all) {
          for (Matrix matrix : all) {
            texts.add(Arrays.deepToString(matrix.getArray()));
          }
        }
      }
      """;
}
