package dev.slipstream.agent.child;

import java.nio.file.Path;
import java.util.List;

/** A program that uses an unmodified library of matrices from Maven Central. */
public final class JamaProgram {
  /** The program's main class. */
  public static final String MAIN = "JamaDriver";

  /** The program's source; it prints hash codes of its results. */
  public static final String SOURCE =
      """
      import Jama.Matrix;
      import java.util.Arrays;

      public class JamaDriver {
        public static void main(String[] arguments) {
          java.util.Random random = new java.util.Random(21);
          int n = 70;
          double[][] first = new double[n][];
          double[][] second = new double[n][];
          for (int i = 0; i < n; i++) {
            first[i] = random.doubles(n).toArray();
            second[i] = random.doubles(n).toArray();
          }
          Matrix a = new Matrix(first);
          Matrix b = new Matrix(second);
          print("plus", a.plus(b));
          print("minus", a.minus(b));
          print("arrayTimes", a.arrayTimes(b));
          print("uminus", a.uminus());
          print("transpose", a.transpose());
          print("copy", a.copy());
          print("times scalar", a.times(1.25));
          print("timesEquals", a.copy().timesEquals(0.75));
          print("times", a.times(b));
          System.out.println("packed " + Arrays.hashCode(a.getColumnPackedCopy()));
          print("solve", a.solve(b));
          System.out.println("svd " + Arrays.hashCode(a.svd().getSingularValues()));
          Matrix symmetric = a.plus(a.transpose());
          System.out.println("eig " + Arrays.hashCode(symmetric.eig().getRealEigenvalues()));
        }

        private static void print(String what, Matrix matrix) {
          System.out.println(what + " " + Arrays.deepHashCode(matrix.getArray()));
        }
      }
      """;

  /** The library's loops whose iterations are independent. */
  public static final List<String> LOOPS =
      List.of(
          "Jama.Matrix#copy:186",
          "Jama.Matrix#copy:187",
          "Jama.Matrix#getColumnPackedCopy:229",
          "Jama.Matrix#getColumnPackedCopy:230",
          "Jama.Matrix#transpose:468",
          "Jama.Matrix#transpose:469",
          "Jama.Matrix#uminus:537",
          "Jama.Matrix#uminus:538",
          "Jama.Matrix#plus:554",
          "Jama.Matrix#plus:555",
          "Jama.Matrix#minus:586",
          "Jama.Matrix#minus:587",
          "Jama.Matrix#arrayTimes:618",
          "Jama.Matrix#arrayTimes:619",
          "Jama.Matrix#times:713",
          "Jama.Matrix#times:714",
          "Jama.Matrix#timesEquals:727",
          "Jama.Matrix#timesEquals:728",
          "Jama.Matrix#times:749",
          "Jama.Matrix#times:752",
          "Jama.Matrix#times:755",
          "Jama.SingularValueDecomposition#<init>:140",
          "Jama.SingularValueDecomposition#<init>:150",
          "Jama.EigenvalueDecomposition#tred2:107",
          "Jama.EigenvalueDecomposition#tred2:129");

  private JamaProgram() {}

  /** Returns the library. */
  public static Path jar() throws ClassNotFoundException {
    return ChildProgram.locationOf(Class.forName("Jama.Matrix"));
  }
}
