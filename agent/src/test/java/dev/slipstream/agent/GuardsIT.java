package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OldClassFile;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The host reads what deferred loops have computed, and loops read what the host has written,
 * however the host reaches its arrays. If the host may reach them unseen, loops are not deferred.
 */
class GuardsIT {
  private static final String NOT_DEFERRED = "each loop ends before the program continues";

  private static final String PLACES =
      """
      import dev.slipstream.api.Parallel;
      import java.io.*;
      import java.lang.invoke.*;
      import java.nio.IntBuffer;
      import java.util.*;
      import java.util.stream.IntStream;

      public class Places {
        static int[] made(int n, int k) {
          int[] a = new int[n];
          again(a, k);
          return a;
        }

        static void again(int[] a, int k) {
          for (@Parallel int i = 0; i < a.length; i++) {
            a[i] = a[i] * 3 + i * k + 1;
          }
        }

        interface Summing {
          int[] data();

          default long sum() {
            long s = 0;
            for (int v : data()) { s += v; }
            return s;
          }
        }

        static class Held implements Serializable {
          int[] a = made(1000, 3);
          int[][] b = {made(500, 2), made(300, 7)};
        }

        static class Own implements Serializable {
          int[] a = made(1000, 3);

          private void writeObject(ObjectOutputStream out) throws IOException {
            again(a, 5);
            out.defaultWriteObject();
          }
        }

        static Object copy(Object value) throws Exception {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
          }
          return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        }

        static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

        static void seen() throws Exception {
          int[] defaults = made(1000, 1);
          System.out.println("default " + ((Summing) () -> defaults).sum());
          Held held = (Held) copy(new Held());
          System.out.println("serial " + Arrays.hashCode(held.a) + Arrays.deepToString(held.b).hashCode());
          System.out.println("own serial " + Arrays.hashCode(((Own) copy(new Own())).a));
          System.out.println("in a list " + Arrays.hashCode(
              ((List<int[]>) copy(new ArrayList<>(List.of(made(800, 4))))).get(0)));
          int[] r = made(900, 5);
          System.out.println("reflective " + java.lang.reflect.Array.getInt(r, 77));
          again(r, 2);
          Object direct = java.lang.reflect.Array.class
              .getMethod("getInt", Object.class, int.class).invoke(null, r, 78);
          System.out.println("invoked " + direct);
          int[] w = made(700, 1);
          java.lang.reflect.Array.setInt(w, 3, 4711);
          again(w, 1);
          System.out.println("set " + w[3]);
          int[] v = made(900, 5);
          System.out.println("handle " + (int) ELEMENTS.get(v, 9));
          again(v, 3);
          ELEMENTS.setVolatile(v, 11, -5);
          again(v, 3);
          System.out.println("handle " + v[11] + " " + (int) ELEMENTS.getAndAdd(v, 12, 5));
          int[] c = made(600, 2);
          int[] d = new int[600];
          System.arraycopy(c, 1, d, 0, 500);
          again(c, 2);
          System.out.println("copied " + Arrays.hashCode(d) + " " + Arrays.hashCode(c.clone()));
          System.out.println("stream " + IntStream.of(made(640, 3)).asLongStream().sum());
          IntBuffer buffer = IntBuffer.wrap(made(640, 3));
          again(buffer.array(), 4);
          System.out.println("buffer " + buffer.get(77));
          int[] captured = made(800, 9);
          IntStream.range(0, 800).forEach(i -> captured[i] ^= i);
          again(captured, 1);
          long[] sum = {0};
          Arrays.stream(captured).forEach(x -> sum[0] += x);
          System.out.println("captured " + sum[0]);
          Map<String, int[]> map = new HashMap<>();
          map.put("a", made(400, 2));
          System.out.println("in a map " + map.get("a")[399]);
        }

        static void composed() throws Throwable {
          Held held = new Held();
          MethodHandle field = MethodHandles.lookup().findGetter(Held.class, "a", int[].class);
          MethodHandle element = MethodHandles.filterArguments(
              MethodHandles.arrayElementGetter(int[].class), 0, field);
          again(held.a, 8);
          System.out.println("composed " + (int) element.invokeExact(held, 55));
        }

        static void hidden() throws Throwable {
          byte[] file = Places.class.getResourceAsStream("Unseen.class").readAllBytes();
          MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(file, true);
          int[] a = made(1000, 3);
          System.out.println("hidden " + made.lookupClass()
              .getDeclaredMethod("last", Held.class).invoke(null, new Held()));
        }

        public static void main(String[] arguments) throws Throwable {
          switch (arguments[0]) {
            case "seen" -> seen();
            case "composed" -> composed();
            default -> hidden();
          }
        }
      }
      """;

  private static final String UNSEEN =
      """
      final class Unseen {
        static int last(Places.Held held) { return held.a[held.a.length - 1]; }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void anOpenClDeviceIsHere() {
    OpenClHere.assume();
  }

  @Test
  void whatTheHostSeesIsWhatLoopsHaveComputed() {
    ChildProgram.compile(folder, PLACES, UNSEEN);

    assertThat(err("seen")).doesNotContain(NOT_DEFERRED);
  }

  @Test
  void loopsAreNotDeferredOnceHandlesMayUseElements() {
    ChildProgram.compile(folder, PLACES, UNSEEN);

    assertThat(err("composed")).contains(NOT_DEFERRED, "arrayElementGetter");
  }

  @Test
  void loopsAreNotDeferredOnceThereAreHiddenClasses() {
    ChildProgram.compile(folder, PLACES, UNSEEN);

    assertThat(err("hidden")).contains(NOT_DEFERRED, "hidden class");
  }

  @Test
  void namedModulesAreGuarded() {
    Path module = folder.resolve("module");
    ChildProgram.compileModule(
        module, "sample", "package sample;\n" + PLACES, "package sample;\n" + UNSEEN);
    List<String> command = List.of("-p", module.toString(), "-m", "sample/sample.Places", "seen");

    Outcome plain = ChildJvm.plain().command(command);
    Outcome with = deferring().command(command);

    assertThat(plain.exit()).isZero();
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.err()).doesNotContain(NOT_DEFERRED);
  }

  @Test
  void oldClassesAreGuarded() throws Exception {
    ChildProgram.compile(
        folder,
        List.of("--release", "8", "-g", "-cp", ChildProgram.apiJar().toString()),
        """
        import dev.slipstream.api.Parallel;

        public class Old {
          static void again(int[] a, int k) {
            for (@Parallel int i = 0; i < a.length; i++) {
              a[i] = a[i] * 3 + i * k + 1;
            }
          }

          public static void main(String[] arguments) {
            int[] a = new int[1000];
            again(a, 3);
            int[][] rows = {a, new int[500]};
            int s = 0;
            for (int r = 0; r < rows.length; r++) {
              for (int i = 0; i < rows[r].length; i++) {
                s = s * 31 + rows[r][i];
                if (i % 100 == 0) {
                  rows[r][i] = s;
                }
              }
            }
            System.out.println(s);
            again(a, 7);
            synchronized (a) {
              System.out.println(a[200] + " " + a[999]);
            }
          }
        }
        """);
    for (int version : new int[] {52, 49, 45}) {
      if (version < 52) {
        OldClassFile.rewrite(folder.resolve("Old.class"), version);
      }
      Outcome plain = ChildJvm.plain().run(folder, "Old");
      Outcome with = deferring().run(folder, "Old");

      assertThat(plain.exit()).as("version %d", version).isZero();
      assertThat(with.out()).as("version %d", version).isEqualTo(plain.out());
      assertThat(with.err()).as("version %d", version).doesNotContain(NOT_DEFERRED);
    }
  }

  /** Runs a case with and without the agent; returns the output with the agent. */
  private String err(String name) {
    Outcome plain = ChildJvm.plain().run(folder, "Places", name);
    Outcome with = deferring().run(folder, "Places", name);

    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(with.out()).as(with.err()).isEqualTo(plain.out());
    return with.err();
  }

  private static ChildJvm deferring() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.log", "info");
  }
}
