package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects that an iteration creates and does not share. */
class SmallObjectsTest {
  private static final String TYPES =
      """
      static Object[] KEPT = new Object[40];
      static Object kept = new Vec(1, 2, 3);
      record Vec(double x, double y, double z) {
        Vec plus(Vec o) { return new Vec(x + o.x, y + o.y, z + o.z); }
        Vec minus(Vec o) { return new Vec(x - o.x, y - o.y, z - o.z); }
        Vec scale(double k) { return new Vec(x * k, y * k, z * k); }
        double dot(Vec o) { return x * o.x + y * o.y + z * o.z; }
        Vec longer(Vec o) { if (dot(this) > o.dot(o)) return this; return o; }
        static Vec of(double v) { return new Vec(v, v + 1, v - 1); }
      }
      record Ray(Vec origin, Vec direction) { Vec at(double t) { return origin.plus(direction.scale(t)); } }
      static class Complex {
        final double re, im;
        Complex(double re, double im) { this.re = re; this.im = im; }
        Complex times(Complex o) { return new Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
        Complex plus(Complex o) { return new Complex(re + o.re, im + o.im); }
        double abs2() { return re * re + im * im; }
      }
      static class Sum { double total; int count; byte small; Sum add(double v) { total += v; count++; small += 100; return this; } }
      """;

  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static String loop(String body) {
    return TYPES
        + "static double[] run(int n) { double[] a = new double[n], b = new double[n];\n"
        + "for (int i = 0; i < n; i++) b[i] = i % 7 - 2.5;\n"
        + "for (@Parallel int i = 0; i < n; i++) {\n"
        + body
        + "\n}\nreturn a; }";
  }

  private static void taken(String body) throws Throwable {
    everywhere.taken(loop(body), 40);
  }

  private static void refused(String reason, String body) throws Throwable {
    everywhere.refused(reason, loop(body), 40);
  }

  @Test
  void aRecordBecomesLocalVariables() throws Throwable {
    taken("Vec v = new Vec(b[i], 2, 3); a[i] = v.x() * v.y + v.z;");
  }

  @Test
  void callsOnRecordsAreChained() throws Throwable {
    taken(
        "a[i] = new Vec(b[i], 2, i).plus(Vec.of(b[i])).scale(2).minus(new Vec(1, 2,"
            + " 3)).dot(Vec.of(i));");
  }

  @Test
  void aMethodMayReturnOneOfItsObjects() throws Throwable {
    taken("a[i] = Vec.of(b[i]).longer(new Vec(1, b[i], 2)).y;");
  }

  @Test
  void aVariableMayHoldOneOfTwoObjects() throws Throwable {
    taken("Vec v = b[i] > 0 ? new Vec(b[i], 1, 2) : Vec.of(i); a[i] = v.dot(v);");
    taken("Vec v = new Vec(b[i], 1, 2); if (i % 3 == 0) v = v.scale(3); a[i] = v.x + v.y;");
    taken(
        "Vec v; switch (i % 4) { case 0: v = Vec.of(1); break; case 1: v = new Vec(2, b[i], 1);"
            + " break; default: v = Vec.of(b[i]); } a[i] = v.dot(Vec.of(2));");
  }

  @Test
  void anObjectIsCarriedThroughAnInnerLoop() throws Throwable {
    taken(
        "Complex c = new Complex(b[i], i * 0.01), z = new Complex(0, 0); int k = 0;"
            + " while (k < 30 && z.abs2() < 4) { z = z.times(z).plus(c); k++; } a[i] = k + z.re;");
    taken(
        "Vec s = Vec.of(0); for (int k = 0; k < i; k++) s = s.plus(Vec.of(b[k])); a[i] = s.x +"
            + " s.z;");
  }

  @Test
  void variablesMaySwapTheirObjects() throws Throwable {
    taken(
        "Vec p = Vec.of(b[i]), q = new Vec(1, 2, i); for (int k = 0; k < i % 5; k++) { Vec t = p; p"
            + " = q; q = t.plus(p); } a[i] = p.x * 100 + q.y;");
    taken(
        "Vec before = Vec.of(1), now = Vec.of(2); for (int k = 0; k < 6; k++) { Vec next ="
            + " now.plus(before); before = now; now = next; } a[i] = now.x - before.z * b[i];");
  }

  @Test
  void recordsHoldRecords() throws Throwable {
    taken("Ray r = new Ray(Vec.of(b[i]), new Vec(1, 0, i)); a[i] = r.at(2).dot(r.direction);");
    taken(
        "Ray r = i % 2 == 0 ? new Ray(Vec.of(b[i]), Vec.of(1)) : new Ray(Vec.of(2), Vec.of(b[i]));"
            + " for (int k = 0; k < 3; k++) r = new Ray(r.at(k), r.direction.scale(0.5)); a[i] ="
            + " r.at(1).y;");
  }

  @Test
  void fieldsOfOneObjectMayChange() throws Throwable {
    taken(
        "Sum s = new Sum(); for (int k = 0; k <= i; k++) s.add(b[k]).add(1); a[i] = s.total /"
            + " s.count + s.small;");
    taken("Sum s = new Sum(); s.add(b[i]); Sum t = s; t.total += 3; a[i] = s.total + t.count;");
  }

  @Test
  void anObjectThatMayBeNullIsTestedFirst() throws Throwable {
    taken(
        "Vec best = null; for (int k = 0; k < 7; k++) { Vec v = k % 2 == i % 2 ? new Vec(b[k], k,"
            + " i) : null; if (v != null && (best == null || v.x > best.x)) best = v; } a[i] = best"
            + " == null ? -1 : best.x + best.y;");
    taken(
        "Ray hit = null; for (int k = 0; k < 4; k++) if (b[(i + k) % 40] > 1) hit = new"
            + " Ray(Vec.of(k), Vec.of(i)); if (hit == null) { a[i] = 5; continue; } a[i] ="
            + " hit.origin.x + hit.direction.y;");
  }

  @Test
  void typesOfObjectsAreKnown() throws Throwable {
    taken(
        "Object o = new Vec(b[i], 1, 2); a[i] = o instanceof Vec v ? v.x : 7; if (o instanceof Ray)"
            + " a[i]++;");
  }

  @Test
  void arraysInRecordsAreCapturedOnes() throws Throwable {
    everywhere.taken(
        """
        record View(double[] data, int offset) { double at(int k) { return data[offset + k]; } }
        static double[] run(int n) {
          double[] a = new double[n], b = new double[n + 3];
          for (int i = 0; i < n; i++) b[i] = i * 0.25;
          for (@Parallel int i = 0; i < n; i++) { View v = new View(b, i); a[i] = v.at(0) + v.at(2); }
          return a;
        }
        """,
        30);
  }

  @Test
  void indicesThroughRecordsAreProven() throws Throwable {
    everywhere.taken(
        """
        record Cell(int x, int y) { Cell right() { return new Cell(x + 1, y); } int at(int w) { return y * w + x; } }
        static double[] run(int w, int h) {
          double[] a = new double[w * h], b = new double[w * h];
          for (int i = 0; i < w * h; i++) b[i] = i * 0.25;
          for (@Parallel int y = 0; y < h; y++)
            for (@Parallel int x = 0; x < w - 1; x++) {
              Cell c = new Cell(x, y);
              a[c.at(w)] = b[c.right().at(w)];
            }
          return a;
        }
        """,
        13,
        9);
  }

  @Test
  void objectsThatLeaveTheIterationAreRefused() throws Throwable {
    refused(
        "creates an object that is more than a group of local variables: it is stored in an array",
        "KEPT[i] = Vec.of(b[i]); a[i] = 1;");
    refused(
        "creates an object that is more than a group of local variables: it is stored in a field",
        "kept = Vec.of(b[i]); a[i] = 1;");
    refused(
        "creates an object that is more than a group of local variables: a variable may refer to it"
            + " or to another object",
        "Vec v = KEPT[i] == null ? (Vec) kept : Vec.of(1); a[i] = v.x;");
  }

  @Test
  void objectsThatAreComparedOrLockedAreRefused() throws Throwable {
    refused(
        "it is compared with another object",
        "Vec v = Vec.of(b[i]); a[i] = v == Vec.of(1) ? 1 : 2;");
    refused("it is locked", "Vec v = Vec.of(b[i]); synchronized (v) { a[i] = v.x; }");
  }

  @Test
  void changesOfSharedObjectsAreRefused() throws Throwable {
    refused(
        "writes the field total of an object that several variables may share",
        "Sum s = new Sum(), t = new Sum(); Sum u = i % 2 == 0 ? s : t; u.total = 4; a[i] = s.total"
            + " + t.total;");
    refused(
        "writes the field total of an object that several variables may share",
        "Sum s = new Sum(), t = new Sum(); Sum u = i % 2 == 0 ? s : t; s.total = 4; a[i] ="
            + " u.total;");
  }

  @Test
  void anObjectThatIsNullWhereItIsUsedLeavesTheLoopToTheHost() throws Throwable {
    taken("Vec v = i > 3 ? Vec.of(1) : null; a[i] = i > 5 ? v.x : 2;");
    TestProgram program =
        TestProgram.of(loop("Vec v = i > 30 ? Vec.of(1) : null; a[i] = i > 20 ? v.x : 2;"));
    everywhere.compare(program, 40);
    assertThat(program.stays()).hasSize(1).allMatch(stay -> stay.contains("an iteration throws"));
  }
}
