package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.guard.emission.GuardForm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Programs with guards throw the same exceptions with the same messages from the same lines,
 * including messages of NullPointerExceptions, which the JVM derives from the instructions.
 */
class GuardBehaviourTest {
  private static final String PROGRAM =
      """
      import java.util.Arrays;

      public class Program {
        double[] data;
        double[][] rows = new double[3][];
        Program next;
        Object other = this;
        static int[] table;
        static int calls;

        static int[] none() { calls++; return null; }
        static Program missing() { return null; }

        static void local() { int[] a = null; a[3] = 1; }
        static long wide() { long[] a = null; a[calls] = 5L; return 1; }
        static double reads() { double[] a = null; return a[calls + 1]; }
        static void field() { new Program().data[0] = 2; }
        static void chain() { new Program().next.data[0]++; }
        static void row() { new Program().rows[1][2] += 3; }
        static void fixed() { table[0] = 1; }
        static void result() { none()[1] = 4; }
        static void ofResult() { missing().data[1] = 4; }
        static void index() { int[] i = null; int[][] m = new int[4][4]; m[i[0]][1] = 3; }
        static void loop() { Program p = new Program(); for (int i = 0; i < 5; i++) { p.data[i] = i; } }
        static void chainLoop() {
          Program p = new Program();
          for (int i = 0; i < 5; i++) { p.next.data[i] = i; }
        }
        static void rowLoop() { Program p = new Program(); for (int i = 0; i < 5; i++) { p.rows[1][i] = i; } }
        static void bounds() { int[] a = new int[3]; for (int i = 0; ; i++) { a[i] = i; } }
        static double castLoop() {
          Object o = new Program();
          ((Program) o).data = new double[9];
          double s = 0;
          for (int i = 0; i < 9; i++) { ((Program) o).data[i] = i; s += ((Program) o).data[i]; }
          return s;
        }
        static double castFieldLoop() {
          Program p = new Program();
          p.data = new double[] {1, 2, 3};
          double s = 0;
          for (int i = 0; i < 3; i++) { s += ((Program) p.other).data[i]; }
          return s;
        }
        static double castArrayLoop() {
          Object o = new double[][] {{1, 2, 3}};
          double s = 0;
          for (int i = 0; i < 3; i++) { s += ((double[][]) o)[0][i]; ((double[][]) o)[0][i] = s; }
          return s;
        }
        static void bytes() { byte[] b = null; b[0] = 1; }
        static void flags() { boolean[] b = null; b[0] = true; }
        static void stores() { Object[] o = new String[1]; o[0] = 1; }
        static void copy() { int[] a = null; System.arraycopy(a, 0, new int[3], 0, 3); }
        static void clones() { int[] a = null; a.clone(); }
        static void receiver() { String s = null; s.getBytes(0, 1, new byte[2], 0); }
        static void stream() throws Exception {
          java.io.InputStream in = null;
          byte[] b = new byte[4];
          in.read(b, 0, 4);
        }
        static void lines() {
          int[] a = make(3);
          int s = 0;
          for (int i = 0; i < 9; i++) {
            s +=
                a[i];
          }
        }
        static int[] make(int n) { return new int[n]; }
        static Object partly() {
          int[] a = make(4);
          int[] b = make(4);
          try {
            for (int i = 0; i < 9; i++) { a[i] = i; b[3 - i] = i; }
          } catch (ArrayIndexOutOfBoundsException e) {
            return Arrays.toString(a) + Arrays.toString(b) + e.getMessage();
          } finally {
            a[0] = 100;
          }
          return null;
        }
        static Object nested() {
          int[] a = make(6);
          StringBuilder text = new StringBuilder();
          for (int k = 0; k < 3; k++) {
            try {
              for (int i = 0; i < 4; i++) {
                try {
                  for (int j = 0; j < 4; j++) { a[i * k * 2 + j] += 10 / (j - k); }
                } catch (ArithmeticException e) {
                  a[5]++;
                }
              }
            } catch (IndexOutOfBoundsException e) {
              text.append(k).append(e.getMessage());
            }
          }
          return text + Arrays.toString(a);
        }
        static Object switches() {
          int[] a = make(10);
          outer:
          for (int i = 0; i < 10; i++) {
            for (int j = 0; j < 10; j++) {
              switch (a[i] + j) {
                case 0: a[i] = 1; break;
                case 2: a[i] = 5; continue outer;
                case 3: a[j] = 9; break outer;
                case 6: return "six";
                default: a[j]++;
              }
            }
          }
          return Arrays.toString(a);
        }
        static Object nextToEachOther() {
          int[] a = make(4);
          int[] b = make(4);
          for (int i = 0; i < 4; i++) { a[i] = i; }
          for (int i = 0; i < 4; i++) { b[i] = a[i]; }
          int i = 0;
          do { a[i] = b[3 - i]; i++; } while (i < 4);
          while (i-- > 0) if (b[i] > 1) { b[i] = 0; }
          return Arrays.toString(a) + Arrays.toString(b);
        }
        Object ofObject(Program other, int[] from) {
          synchronized (this) {
            for (int i = 0; i < 3; i++) {
              if (other != null) { other.data[i] = from[i] + data[i]; }
            }
          }
          return other == null ? null : Arrays.toString(other.data);
        }
        static Object objects() {
          Program p = new Program(), q = new Program();
          p.data = new double[3];
          q.data = new double[] {1, 2, 3};
          return "" + q.ofObject(p, new int[] {4, 5, 6}) + q.ofObject(null, new int[3]);
        }
        Program() {}
        Program(double[] given) {
          this(sum(given), given);
          for (int i = 0; i < given.length; i++) { data[i] += given[i]; }
        }
        Program(double start, double[] given) { data = given.clone(); data[0] = start; }
        static double sum(double[] a) { double s = 0; for (double d : a) { s += d; } return s; }
        static Object constructors() { return Arrays.toString(new Program(new double[] {1, 2}).data); }
        static Object library() throws Exception {
          byte[] b = new byte[10];
          java.io.InputStream in = new java.io.InputStream() {
            public int read() { return 1; }
            public int read(byte[] to, int at, int n) throws java.io.IOException {
              to[at] = 7;
              throw new java.io.IOException("late");
            }
          };
          try { new java.io.DataInputStream(in).readFully(b, 2, 5); } catch (java.io.IOException e) { b[0] = 2; }
          char[] c = {'a', 'b'};
          String s = new String(c) + String.valueOf(c, 1, 1);
          s.getChars(0, 2, c, 0);
          int[] sorted = {3, 1, 2};
          Arrays.sort(sorted);
          Arrays.fill(b, 4, 6, (byte) 9);
          long[] l = Arrays.copyOf(new long[] {1, 2}, 4);
          l[3] = java.util.stream.LongStream.of(l).sum();
          java.util.List<int[]> list = java.util.Arrays.asList(sorted, sorted.clone());
          list.get(1)[0] = 8;
          java.nio.ByteBuffer.wrap(b).put(1, (byte) 3).array()[8] = 5;
          new java.util.Random(5).nextBytes(b);
          return Arrays.toString(b) + s + Arrays.toString(l) + Arrays.toString(list.get(0))
              + java.util.Objects.hash(1, 2) + String.format("%d", list.get(1)[0]);
        }
      }
      """;

  private static final List<List<String>> OPTIONS =
      List.of(
          List.of("-g", "--release", "17"),
          List.of("-g:none", "--release", "17"),
          List.of("-g", "--release", "8"));

  @TestFactory
  Stream<DynamicTest> everyMethodDoesTheSame() {
    return OPTIONS.stream().flatMap(GuardBehaviourTest::tests);
  }

  private static Stream<DynamicTest> tests(List<String> options) {
    Map<String, byte[]> classes = TestProgram.javac("Program", PROGRAM, options);
    return Stream.of(GuardForm.DIRECT, GuardForm.OWN_METHODS)
        .flatMap(form -> tests(options, classes, form));
  }

  private static Stream<DynamicTest> tests(
      List<String> options, Map<String, byte[]> classes, GuardForm form) {
    GuardedProgram program = new GuardedProgram(classes, form);
    program.verify();
    return PROGRAM
        .lines()
        .filter(line -> line.matches(" {2}static \\S+ \\w+\\(\\)( throws Exception)? \\{.*"))
        .map(line -> line.replaceAll("\\(\\).*", "").replaceAll(".* ", ""))
        .filter(name -> !List.of("none", "missing").contains(name))
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name + options + (form == GuardForm.DIRECT ? "" : " own methods"),
                    () -> check(program, name)));
  }

  private static void check(GuardedProgram program, String method) {
    GuardedProgram.Run plain = program.plain("Program", method);
    GuardedProgram.Run guarded = program.guarded("Program", method);

    assertThat(guarded.thrown()).isEqualTo(plain.thrown());
    assertThat(Arrays.deepToString(new Object[] {guarded.result()}))
        .isEqualTo(Arrays.deepToString(new Object[] {plain.result()}));
    assertThat(plain.result() != null || !plain.thrown().isEmpty())
        .as("the method shows something")
        .isTrue();
    assertThat(program.witnessed("Program", method)).isEmpty();
  }
}
