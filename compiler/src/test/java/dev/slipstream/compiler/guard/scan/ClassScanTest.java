package dev.slipstream.compiler.guard.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.GuardedProgram;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes and methods that the first scan leaves out. */
class ClassScanTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          new StringBuilder().append((Object) a)                       | false
          String.valueOf((Object) a)                                   | false
          System.out.print((Object) a)                                 | false
          String.valueOf(new char[3])                                  | true
          new StringBuilder().append(new char[3])                      | true
          java.util.Arrays.sort(o)                                     | false
          java.util.Arrays.equals(o, o)                                | false
          java.util.Arrays.deepEquals(o, o)                            | true
          java.util.Arrays.fill(a, 1)                                  | true
          System.arraycopy((Object) a, 0, (Object) a, 1, 1)            | true
          java.lang.reflect.Array.get(a, 1)                            | true
          o.clone()                                                    | false
          new int[3][3].clone()                                        | false
          a.clone()                                                    | true
          java.nio.IntBuffer.wrap(a)                                   | true
          java.nio.IntBuffer.allocate(5).array()                       | true
          new java.util.ArrayList<Object>().add(a)                     | false
          new Inner(a)                                                 | false
          own(a)                                                       | false
          inherited(a)                                                 | false
          new Stream().write(new byte[3], 0, 3)                        | true
          new Stream().toString()                                      | false
          Native.go(a)                                                 | true
          Below.go(a)                                                  | true
          Unknown.class.getName()                                      | false
          a[0] = 1                                                     | true
          o[0] = a                                                     | false
          o.toString()                                                 | false
          """)
  void onlyCodeThatUsesElementsOrGivesThemAwayIsScannedClosely(String code, boolean closely) {
    Map<String, byte[]> classes =
        javac(
            """
            class Above { static void inherited(Object a) { } }
            class Inner { Inner(Object a) { } }
            class Stream extends java.io.ByteArrayOutputStream { }
            class Native { static native void go(Object a); }
            class Below extends Native { }
            class Unknown { }
            public class Program extends Above {
              static void own(Object a) { }
              static void run(int[] a, Object[] o) { %s; }
            }
            """
                .formatted(code));
    byte[] program = classes.get("Program");

    assertThat(scan(program, library(classes)).needsGuards()).isEqualTo(closely);
  }

  @Test
  void aMethodThatTheJdkCallsWithArraysIsScannedClosely() {
    Map<String, byte[]> classes =
        javac(
            """
            public class Program extends java.io.InputStream {
              public int read() { return 0; }
              public int read(byte[] b, int from, int n) { return n; }
              public int own(byte[] b) { return 3; }
            }
            """);
    ClassScan scan = scan(classes.get("Program"), library(classes));

    List<Boolean> methods = new ArrayList<>();
    for (int m = 0; m < 4; m++) {
      methods.add(scan.mayNeedGuards(m));
    }
    assertThat(methods).containsExactly(false, false, true, false);
  }

  @Test
  void switchesAndWideInstructionsAreSteppedOver() {
    StringBuilder locals = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      locals.append("int i").append(i).append(" = n + ").append(i).append("; ");
    }
    Map<String, byte[]> classes =
        javac(
            "public class Program { static int run(int n, int[] a) { "
                + locals
                + "i299 += 1000; i298++; switch (n) { case 1: n++; break; case 2: n--; break; case"
                + " 3: n += 2; } switch (n) { case 1: n++; break; case 2000: n--; break; case"
                + " -70000: n += 2; } return n + i299 + i298 + a[1]; } static int none(int n) {"
                + " switch (n) { case 1: return 7; default: return 9; } } }");
    ClassScan scan = scan(classes.get("Program"), library(classes));

    assertThat(scan.mayNeedGuards(1)).isTrue();
    assertThat(scan.mayNeedGuards(2)).isFalse();
  }

  private static ClassScan scan(byte[] classFile, ClassLibrary library) {
    ClassBytes bytes = new ClassBytes(classFile);
    Hierarchy hierarchy = new Hierarchy(ClassHeader.of(bytes), library, new KnownClasses());
    return ClassScan.of(bytes, hierarchy, new PlatformCalls());
  }

  private static ClassLibrary library(Map<String, byte[]> classes) {
    return GuardedProgram.library(classes);
  }

  private static Map<String, byte[]> javac(String source) {
    return TestProgram.javac("Program", source, List.of("--release", "17"));
  }
}
