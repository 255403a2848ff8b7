package dev.slipstream.compiler.random;

/** Declarations that the methods of all random programs use: classes, fields, and small methods. */
final class SharedMethods {
  /** Members of the class {@code Program}. */
  static final String TEXT =
      """
      static class Box {
        int q = 3; double z = 1.5; float[] fa; Box next;
        final int twice(int k) { return q * 2 + k; }
      }
      int fi = 4; long fl = 9; int[] fa = {3, 1, 4, 1, 5, 9, 2, 6};
      static double sd = 0.25;
      static int clamp(int v, int lo, int hi) { if (v < lo) return lo; return v > hi ? hi : v; }
      static int parity(int v) { switch (v & 3) { case 0: return 1; case 2: return -1; } return 0; }
      static long hash(long x) { long h = x; for (int k = 0; k < 3; k++) h = h * 31 + (h >>> 7); return h; }
      static double mix(double a, double b) { if (a < b) return a * 0.5 + b; return a - b; }
      private int own(int x) { return x * 3 + fi; }
      static float odd(int kind, int bits, float usual) {
        return switch (kind) { case 0 -> Float.intBitsToFloat(bits); case 1 -> 0f; case 2 -> -0f; default -> usual; };
      }
      static double odd(int kind, long bits, double usual) {
        return switch (kind) { case 0 -> Double.longBitsToDouble(bits); case 1 -> 0; case 2 -> -0d; default -> usual; };
      }
      static Object fill(String type, int length, long seed) {
        java.util.Random r = new java.util.Random(seed);
        switch (type) {
          case "byte": { byte[] a = new byte[length]; r.nextBytes(a); return a; }
          case "short": { short[] a = new short[length]; for (int i = 0; i < length; i++) a[i] = (short) r.nextInt(); return a; }
          case "char": { char[] a = new char[length]; for (int i = 0; i < length; i++) a[i] = (char) r.nextInt(); return a; }
          case "int": { int[] a = new int[length]; for (int i = 0; i < length; i++) a[i] = r.nextInt() >> r.nextInt(31); return a; }
          case "long": { long[] a = new long[length]; for (int i = 0; i < length; i++) a[i] = r.nextLong() >> r.nextInt(63); return a; }
          case "float": { float[] a = new float[length]; for (int i = 0; i < length; i++) a[i] = odd(r.nextInt(12), r.nextInt(), r.nextFloat() * 20 - 5); return a; }
          default: { double[] a = new double[length]; for (int i = 0; i < length; i++) a[i] = odd(r.nextInt(12), r.nextLong(), r.nextDouble() * 20 - 5); return a; }
        }
      }
      static Object rows(String type, int rows, int columns, int shape, long seed) {
        Object[] made = null;
        for (int i = 0; i < rows; i++) {
          int length = switch (shape) {
            case 1 -> Math.floorMod(i * 7 + (int) seed, columns + 1);
            case 2 -> i + columns;
            case 3 -> i == seed % rows ? columns / 2 : columns;
            case 4 -> i < rows / 2 ? columns : columns + 3;
            default -> columns;
          };
          Object row = type.equals("boolean") ? truths(length, seed + i) : fill(type, length, seed + i);
          if (made == null) {
            made = (Object[]) java.lang.reflect.Array.newInstance(row.getClass(), rows);
          }
          made[i] = shape == 5 && i == seed % rows || shape == 6 && i == rows - 1 ? null : row;
        }
        return made;
      }
      static boolean[] truths(int length, long seed) {
        java.util.Random r = new java.util.Random(seed);
        boolean[] a = new boolean[length];
        for (int i = 0; i < length; i++) a[i] = r.nextBoolean();
        return a;
      }
      static double total(double[] x, int from, int to) {
        double s = 0;
        for (int k = from; k < to; k++) s += x[k];
        return s;
      }
      static int whole(int[] x) { int s = 1; for (int k = 0; k < x.length; k++) s = s * 31 + x[k]; return s; }
      static int at(int[][] x, int i, int j) { return x[i][j]; }
      static void put(int[] x, int k, int v) { x[k] = v; }
      static void put(double[] x, int k, double v) { x[k] = v; }
      static double dot(double[][] x, int i, int k) {
        double s = 0;
        for (int t = 0; t < k; t++) s += x[i][t] * x[t][i];
        return s;
      }
      static int[] indices(int n, int limit, int bad, long seed) {
        java.util.Random r = new java.util.Random(seed);
        int[] x = new int[n];
        for (int i = 0; i < n; i++) x[i] = limit == 0 ? 0 : r.nextInt(limit);
        if (n > 0) spoil(x, r.nextInt(n), limit, bad);
        return x;
      }
      static int[] permutation(int n, int bad, long seed) {
        java.util.Random r = new java.util.Random(seed);
        int[] x = new int[n];
        for (int i = 0; i < n; i++) { int j = r.nextInt(i + 1); x[i] = x[j]; x[j] = i; }
        if (n > 0) spoil(x, r.nextInt(n), n, bad);
        return x;
      }
      static void spoil(int[] x, int at, int limit, int bad) {
        switch (bad) {
          case 1: x[at] = -1; break;
          case 2: x[at] = limit; break;
          case 3: x[at] = Integer.MIN_VALUE; break;
          case 4: x[at] = Integer.MAX_VALUE; break;
          case 5: x[at] = 0; break;
          default:
        }
      }
      static int[] factors(int n, int bad, long seed) {
        java.util.Random r = new java.util.Random(seed);
        int[] x = new int[n];
        for (int i = 0; i < n; i++) x[i] = 1 + r.nextInt(5000) - (i & 1) * 6000;
        if (n > 0) spoil(x, r.nextInt(n), 0, bad);
        return x;
      }
      static boolean within(double found, double exact, double ulps) {
        return found == exact || found != found && exact != exact || Math.abs(found - exact) <= ulps * Math.ulp(exact);
      }
      record Point(double x, double y) {
        Point plus(Point o) { return new Point(x + o.x, y + o.y); }
        Point scale(double f) { return new Point(x * f, y * f); }
        double dot(Point o) { return x * o.x + y * o.y; }
        static Point of(double v) { return new Point(v, v - 1); }
      }
      static class Total { double total; int count; byte small; Total add(double v) { total += v; count++; small += 100; return this; } }
      enum Mode { SLOW(1), FAST(2.5), OFF(0); final double factor; Mode(double f) { factor = f; } }
      interface Shape { double area(double s); }
      static class Circle implements Shape { double r; Circle(double r) { this.r = r; } public double area(double s) { return 3 * r * r * s; } }
      static class Ring extends Circle { Ring(double r) { super(r); } public double area(double s) { return super.area(s) - 1; } }
      static final double[] WEIGHTS = {0.25, 0.5, -2, 8};
      static Object planes(String type, int planes, int rows, int columns, int shape, long seed) {
        Object[] made = null;
        for (int i = 0; i < planes; i++) {
          Object plane = rows(type, rows + (shape == 7 ? i & 1 : 0), columns, shape, seed + i);
          if (made == null) made = (Object[]) java.lang.reflect.Array.newInstance(plane.getClass(), planes);
          made[i] = plane;
        }
        return made;
      }
      static double[] usual(int n, long seed) {
        java.util.Random r = new java.util.Random(seed);
        double[] a = new double[n];
        for (int i = 0; i < n; i++) a[i] = r.nextDouble() * 12 - 4;
        return a;
      }
      static boolean near(double found, double exact, double size) { return Math.abs(found - exact) <= 1e-4 * (size + 1); }
      """;

  private SharedMethods() {}
}
