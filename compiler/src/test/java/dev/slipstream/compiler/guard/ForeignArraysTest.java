package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guards for arrays that the JDK holds, or receives in other ways than as a call's operands. */
class ForeignArraysTest {
  @Test
  void fieldsOfTheJdkKeepArraysThatAreReflectedIntoThem() {
    GuardedProgram program =
        guard(
            """
            import java.lang.invoke.MethodHandles;
            import java.lang.invoke.VarHandle;
            import java.lang.reflect.Field;

            public class Program {
              static class Own { int[] a = new int[3]; }
              static class Inherits extends java.awt.Polygon { }

              static VarHandle of(Class<?> type, String name) throws Exception {
                return MethodHandles.lookup().findVarHandle(type, name, int[].class);
              }
              static void set() throws Exception {
                of(java.awt.Polygon.class, "xpoints").set(new java.awt.Polygon(), new int[3]);
              }
              static void inherited() throws Exception {
                of(java.awt.Polygon.class, "xpoints").set(new Inherits(), new int[3]);
              }
              static void get() throws Exception {
                int[] a = (int[]) of(java.awt.Polygon.class, "xpoints").get(new java.awt.Polygon());
              }
              static void own() throws Exception {
                Own own = new Own();
                of(Own.class, "a").set(own, new int[3]);
                int[] a = (int[]) of(Own.class, "a").get(own);
              }
              static void element() {
                MethodHandles.arrayElementVarHandle(int[].class).set(new int[3], 1, 2);
              }
              static void reflected() throws Exception {
                Field field = java.awt.Polygon.class.getField("xpoints");
                field.set(new java.awt.Polygon(), new int[3]);
                int[] a = (int[]) field.get(new java.awt.Polygon());
              }
            }
            """);
    assertThat(program.calls("Program", "set")).containsExactly("handedOut 4 int[3]");
    assertThat(program.calls("Program", "inherited")).containsExactly("handedOut 4 int[3]");
    assertThat(program.calls("Program", "get")).containsExactly("cameOut int[4]");
    assertThat(program.calls("Program", "own")).isEmpty();
    assertThat(program.calls("Program", "element"))
        .containsExactly("handedOut 3 int[3]", "takenBack int[3]");
    assertThat(program.calls("Program", "reflected"))
        .containsExactly("handedOut 4 int[3]", "cameOut int[4]");
  }

  @Test
  void arraysThatTheJdkGetsAsObjectsAreHandedOutWhereTheyAreReturned() {
    GuardedProgram program =
        guard(
            """
            import java.io.IOException;
            import java.io.InputStream;
            import java.lang.reflect.InvocationHandler;
            import java.lang.reflect.Method;
            import java.util.Iterator;
            import java.util.concurrent.Callable;

            public class Program {
              static class Rows implements Iterator<int[]> {
                public boolean hasNext() { return true; }
                public int[] next() { return new int[3]; }
              }
              interface Named<T> extends Iterator<T> { }
              static class Names implements Named<String> {
                public boolean hasNext() { return true; }
                public String next() { return "x"; }
              }
              static class Handler implements InvocationHandler {
                public Object invoke(Object proxy, Method method, Object[] arguments) {
                  return new int[3];
                }
              }
              static class Task implements Callable<int[]> {
                public int[] call() { return new int[3]; }
              }
              abstract static class Above extends InputStream {
                @Override public abstract int read(byte[] to, int from, int count);
              }
              static class Below extends Above {
                public int read() { return 0; }
                public int read(byte[] to, int from, int count) { return 0; }
              }
              static void rows() { Iterator<int[]> rows = new Rows(); rows.next(); }
              static void names() { Iterator<String> names = new Names(); names.next(); }
              static void handler() { new Handler().invoke(null, null, null); }
              static void task() throws Exception { Callable<int[]> c = new Task(); c.call(); }
              static void below() { new Below().read(new byte[3], 0, 3); }
            }
            """);
    assertThat(program.calls("Program", "rows")).containsExactly("handedOut 1 int[3]");
    assertThat(program.calls("Program", "names")).isEmpty();
    assertThat(program.calls("Program", "handler"))
        .containsExactly("cameOut null", "handedOut 4 int[3]");
    assertThat(program.calls("Program", "task")).isEmpty();
    assertThat(program.calls("Program", "below")).containsExactly("cameOut byte[3]");
  }

  @Test
  void serialisationHoldsWhatItReads() {
    GuardedProgram program =
        guard(
            """
            import java.io.*;

            public class Program implements Serializable {
              int[] held = {1, 2};
              private void writeObject(ObjectOutputStream out) throws IOException {
                out.defaultWriteObject();
              }
              static void run() throws Exception {
                new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Program());
              }
            }
            """);
    assertThat(program.calls("Program", "run")).contains("hold 6 Program", "release 6 Program");
  }

  @Test
  void arraysThatTheJdkPassesToOverriddenMethodsCameOut() {
    GuardedProgram program =
        guard(
            """
            public class Program extends java.io.OutputStream {
              public void write(int b) {}
              public void write(byte[] b, int from, int n) {}
              void own(byte[] b) {}
              static void run() throws Exception {
                new Program().own(new byte[4]);
                java.io.OutputStream out = new java.io.BufferedOutputStream(new Program(), 16);
                out.write(3);
                out.flush();
              }
            }
            """);
    assertThat(program.calls("Program", "run")).containsExactly("cameOut byte[16]");
  }

  @Test
  void arraysThatOverriddenMethodsReturnAreHandedOut() {
    GuardedProgram program =
        guard(
            """
            public class Program extends java.io.InputStream {
              byte[] held = new byte[7];
              public int read() { return -1; }
              public byte[] readAllBytes() { return held; }
              byte[] own() { return held; }
              static void run() throws Exception {
                new Program().own();
                java.io.InputStream in = new Program();
                byte[] all = in.readAllBytes();
                int first = all[0];
              }
            }
            """);
    assertThat(program.calls("Program", "run"))
        .containsExactly("handedOut 4 byte[7]", "readElement 0 byte[7]");
  }

  @Test
  void arraysInFieldsOfTheJdkAreNamed() {
    GuardedProgram program =
        guard(
            """
            public class Program extends java.io.ByteArrayOutputStream {
              byte first() { return buf[0]; }
            }
            """);
    assertThat(program.outcomes().get(0).unguarded())
        .singleElement()
        .satisfies(u -> assertThat(u.reason()).contains("the array buf"));
  }

  private static GuardedProgram guard(String source) {
    GuardedProgram program =
        new GuardedProgram(TestProgram.javac("Program", source, List.of("-g", "--release", "17")));
    program.verify();
    return program;
  }
}
