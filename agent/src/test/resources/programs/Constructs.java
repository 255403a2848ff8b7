import dev.slipstream.api.Parallel;
import java.awt.image.*;
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.nio.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Loops in all kinds of places, and host code of all kinds between them. */
public class Constructs extends Loops {
  static int shared1;

  record Rec(int n, double[] v) {
    double total() {
      double s = 0;
      for (double x : v) s += x;
      return s;
    }
  }

  sealed interface Shape permits Sq, Ci {}

  record Sq(double[] a) implements Shape {}

  record Ci(float[] a) implements Shape {}

  static class InInit {
    static final int[] TABLE = new int[512];

    static {
      for (@Parallel int i = 0; i < TABLE.length; i++) TABLE[i] = i * i;
    }

    static int get(int i) {
      return TABLE[i];
    }
  }

  static class InCtor {
    final double[] d;
    final double total;

    InCtor(int n) {
      d = new double[n];
      for (@Parallel int i = 0; i < d.length; i++) d[i] = i * 0.5;
      double s = 0;
      for (double x : d) s += x;
      total = s;
    }
  }

  enum E {
    A(70),
    B(130);
    final int[] t;

    E(int n) {
      t = made(n, n);
    }
  }

  /** Steps over an array of four dimensions, between which the host changes cells and planes. */
  static String cells() {
    int n = 24;
    double[][][][] u = new double[n][n][6][5], v = new double[n][n][6][5];
    double[][][] kept = u[n / 2];
    for (int step = 0; step < 9; step++) {
      for (@Parallel int i = 1; i < n - 1; i++)
        for (@Parallel int j = 1; j < n - 1; j++)
          for (int k = 0; k < 6; k++)
            for (int m = 0; m < 5; m++)
              v[i][j][k][m] =
                  u[i][j][k][m] * 0.5
                      + (u[i - 1][j][k][m] + u[i + 1][j][5 - k][m] + u[i][j - 1][k][4 - m]) / 8
                      + (i * 7 + j * 3 + k + m) % 11;
      for (@Parallel int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          for (int k = 0; k < 6; k++) for (int m = 0; m < 5; m++) u[i][j][k][m] = v[i][j][k][m];
      u[step][3][2][1] += 100;
      if (step == 4) {
        v[5] = new double[n][6][5];
        u[7][7] = v[9][9].clone();
      }
    }
    double sum = 0;
    for (double[][][] box : u)
      for (double[][] plane : box)
        for (double[] cell : plane) for (double x : cell) sum = sum * 0.75 + x;
    return sum + " " + kept[4][3][2] + " " + u[7][7][5][4];
  }

  /** The arrays of two iterations at a time leave little room in a small heap. */
  static String largePrivateArrays() {
    long[] a = new long[70];
    for (@Parallel int i = 0; i < a.length; i++) {
      long[] t = new long[7_500_000];
      t[i * 100_000] = i + a[i];
      for (int k = 0; k < 70; k++) a[i] = a[i] * 3 + t[k * 100_000];
    }
    return Arrays.toString(a);
  }

  static void constructs() {
    test("static init", () -> InInit.get(37) + sum(InInit.TABLE));
    test("constructor", () -> new InCtor(300).total);
    test("enum", () -> sum(E.A.t) + sum(E.B.t));
    test(
        "record",
        () -> new Rec(3, doubles(100, 2)).total() + " " + new Rec(1, doubles(80, 1)).v()[3]);
    test(
        "sealed",
        () -> {
          Shape s = new Sq(doubles(100, 2));
          return s instanceof Sq q ? sum(q.a()) : 0;
        });
    test(
        "lambda",
        () -> {
          int[] a = made(100, 2);
          Runnable r =
              () -> {
                for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
              };
          r.run();
          r.run();
          return sum(a);
        });
    test(
        "supplier",
        () -> {
          Supplier<int[]> s = () -> made(100, 2);
          return sum(s.get());
        });
    test(
        "method ref made",
        () -> {
          BiFunction<Integer, Integer, int[]> f = Loops::made;
          return sum(f.apply(100, 3));
        });
    test(
        "clone ref",
        () -> {
          UnaryOperator<int[]> f = int[]::clone;
          return sum(f.apply(made(100, 3)));
        });
    test(
        "comparator",
        () -> {
          int[][] rows = {made(100, 5), made(100, -2), made(100, 9)};
          Arrays.sort(
              rows,
              (x, y) -> {
                again(x, 1);
                again(y, 1);
                return Integer.compare(x[50], y[50]);
              });
          long s = 0;
          for (int[] r : rows) s = s * 7 + sum(r);
          return s;
        });
    test("optional", () -> Optional.of(made(100, 3)).map(Loops::sum).get());
    test(
        "iterator",
        () -> {
          List<int[]> l = new ArrayList<>();
          for (int i = 0; i < 10; i++) l.add(made(100, i));
          long s = 0;
          for (int[] a : l) s += sum(a);
          Collections.reverse(l);
          for (int[] a : l) {
            again(a, 1);
            s = s * 3 + sum(a);
          }
          return s;
        });
    test(
        "deepEquals",
        () ->
            Arrays.deepEquals(
                    new Object[] {made(100, 2), new int[][] {made(90, 1)}},
                    new Object[] {made(100, 2), new int[][] {made(90, 1)}})
                + " "
                + Objects.deepEquals(made(100, 2), made(100, 2))
                + Arrays.deepHashCode(new Object[] {made(70, 2)}));
    test(
        "exception between",
        () -> {
          int[] a = made(100, 2);
          try {
            again(a, 3);
            Object o = null;
            o.hashCode();
          } catch (NullPointerException e) {
            a[3] = 9;
          }
          again(a, 4);
          try {
            a[a.length] = 3;
          } catch (ArrayIndexOutOfBoundsException e) {
            a[4] = e.getMessage().length();
          }
          again(a, 1);
          return sum(a);
        });
    test(
        "finally",
        () -> {
          int[] a = made(100, 2);
          try {
            again(a, 3);
            return sum(a) + a[100];
          } catch (RuntimeException e) {
            again(a, 7);
            return sum(a) + e.getMessage();
          } finally {
            again(a, 3);
            shared1 = a[99];
          }
        });
    test("finally 2", () -> shared1);
    test(
        "interrupt",
        () -> {
          int[] a = made(100, 2);
          Thread.currentThread().interrupt();
          again(a, 3);
          long s = sum(a);
          boolean was = Thread.interrupted();
          return s + " " + was;
        });
    test("cells of several numbers", Constructs::cells);
    test("large private arrays", Constructs::largePrivateArrays);
    test(
        "oom",
        () -> {
          int[] a = made(1000, 2);
          again(a, 3);
          try {
            long[][] big = new long[1000000][];
            for (int i = 0; i < big.length; i++) big[i] = new long[1 << 22];
          } catch (OutOfMemoryError e) {
            again(a, 4);
          }
          again(a, 5);
          return sum(a);
        });
    test(
        "small",
        () -> {
          int[] a = new int[10];
          again(a, 3);
          again(a, 4);
          int[] b = made(63, 2);
          b[5] = a[3];
          again(b, 1);
          return sum(a) + sum(b);
        });
    test(
        "row alias",
        () -> {
          int[][] m = new int[10][100];
          for (@Parallel int i = 0; i < m.length; i++)
            for (@Parallel int j = 0; j < m[i].length; j++) m[i][j] = i * 1000 + j;
          again(m[3], 5);
          int[] r = m[4];
          r[7] = -3;
          for (@Parallel int i = 0; i < m.length; i++)
            for (@Parallel int j = 0; j < m[i].length; j++) m[i][j] += 1;
          m[5] = r.clone();
          long s = 0;
          for (int[] x : m) s = s * 3 + sum(x);
          return s;
        });
    test(
        "interned",
        () -> {
          char[] c = chars(100, 3);
          String s = new String(c);
          again(c, 4);
          return s.equals(new String(c)) + s;
        });
    test(
        "ternary",
        () -> {
          int[] a = made(100, 1);
          int[] b = made(100, 2);
          long s = 0;
          for (int i = 0; i < 100; i++) {
            int[] x = (i & 1) == 0 ? a : b;
            s += x[i];
            x[i] = 1;
            if (i % 10 == 0) {
              again(a, i);
              again(b, i);
            }
          }
          return s + sum(a) + sum(b);
        });
    test(
        "dup write",
        () -> {
          int[] a = made(100, 1);
          int i = 0;
          a[i++] += a[i++] = 7;
          again(a, 3);
          a[made(100, 0)[3] & 63]++;
          return sum(a);
        });
    test(
        "switch",
        () -> {
          int[] a = made(100, 1);
          long s = 0;
          for (int i = 0; i < 100; i++)
            switch (i % 3) {
              case 0:
                again(a, 2);
                break;
              case 1:
                a[i] = 5;
              default:
                s += a[i];
            }
          return s;
        });
  }

  static void deep(int[] a, int[] depth) {
    depth[0]++;
    again(a, 1);
    deep(a, depth);
    a[3]++;
  }

  public static void main(String[] arguments) throws Throwable {
    constructs();
  }
}
