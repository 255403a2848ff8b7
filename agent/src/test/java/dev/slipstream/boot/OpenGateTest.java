package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gate in front of a loop that is compiled when it is reached, with an interface that boot
 * classes do not see.
 */
class OpenGateTest {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Apply {
        public interface Function { double of(double x, long by); }

        public static void apply(double[] a, long by, Function f, int n) {
          for (@Parallel int i = 0; i < n; i++) a[i] = f.of(a[i], by);
        }

        public static final class Half implements Function {
          public double of(double x, long by) { return x * 0.5 - by; }
        }

        public static final class Plus implements Function {
          public double of(double x, long by) { return x + by; }
        }
      }
      """;

  private static final int I = 0;

  @TempDir private static Path folder;

  private final LoopGate gate = new LoopGate();
  private final List<OpenWork> works = new ArrayList<>();
  private final double[] a = new double[1000];
  private Object half = "";
  private Object plus = "";
  private byte[] entry = {};
  private MethodType type = MethodType.methodType(int.class);

  @BeforeEach
  void reach() throws Exception {
    Path classes = ChildProgram.compile(folder, SOURCE);
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    half = loader.loadClass("Apply$Half").getConstructor().newInstance();
    plus = loader.loadClass("Apply$Plus").getConstructor().newInstance();
    OpenCallSite loop =
        new LoopCompiler(new AtomicInteger(1_000_100)::incrementAndGet)
            .compile(file("Apply").orElseThrow(), OpenGateTest::file, LoopSelection.none())
            .open()
            .get(0);
    OpenSite.Listener listener =
        new OpenSite.Listener() {
          @Override
          public void taken(LoopKernel kernel, OpenWork work) {
            works.add(work);
          }

          @Override
          public void refused(RefusedLoop refused) {
            throw new AssertionError(refused.reason());
          }
        };
    new OpenSite(loop, new JavaObjects(opened -> {}), loader, any -> OpenGateTest::file, listener)
        .reach(new Object[] {a, 1L, half, 100, I});
    entry = works.get(0).classFile().get().orElseThrow();
    List<WeakReference<Class<?>>> known = works.get(0).classes();
    @SuppressWarnings({"rawtypes", "unchecked"})
    WeakReference<Class<?>>[] own = known.toArray(new WeakReference[0]);
    gate.of(own);
    Class<?> function = loader.loadClass("Apply$Function");
    type =
        MethodType.methodType(
            int.class, int.class, double[].class, long.class, function, int.class, int.class);
  }

  @AfterEach
  void nothingIsAway() {
    Guards.shortest = Guards.NONE;
  }

  private static Optional<byte[]> file(String name) {
    Path file = folder.resolve(name + ".class");
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Enters the loop; another test may have installed a dispatcher, which may return anything. */
  private void enter(LoopCallSite callSite, Object function, int n) throws Throwable {
    MethodHandle site = callSite.linked().dynamicInvoker();
    site.invokeWithArguments(0, a, 1L, function, n, I);
  }

  @Test
  void executionsOfItsKernelPassTheGateOfACallSite() throws Throwable {
    LoopCallSite callSite = new LoopCallSite(type, 1_000_101);
    callSite.gate(entry, gate);
    gate.always(100_000);
    enter(callSite, half, 100);
    enter(callSite, half, 10);
    assertThat(gate.passedAlways()).isEqualTo(2);
    enter(callSite, half, 1_000_000);
    assertThat(gate.passedAlways()).isEqualTo(2);
    assertThat(gate.looked()).isGreaterThan(1e6);
  }

  @Test
  void thoseOfOtherKernelsDoNotEvenWhereAnyMayPassThatIsAway() throws Throwable {
    LoopCallSite callSite = new LoopCallSite(type, 1_000_102);
    callSite.gate(entry, gate);
    gate.always(100_000);
    gate.next(10, Double.NaN);
    enter(callSite, plus, 100);
    enter(callSite, null, 100);
    assertThat(gate.passedAlways() + gate.passedNext()).isZero();
    assertThat(gate.looked()).as("the work that the gate has seen").isNaN();
    Guards.shortest = 1;
    enter(callSite, half, 100);
    assertThat(gate.passedNext()).isEqualTo(1);
  }

  @Test
  void oldClassFilesHaveTheSameGate() throws Throwable {
    DirectCallSite callSite = new DirectCallSite();
    callSite.gate(entry, gate);
    gate.always(100_000);
    gate.next(10, Double.NaN);
    assertThat(callSite.passes(0, new Object[] {a, 1L, half, 100, I})).isTrue();
    assertThat(callSite.passes(0, new Object[] {a, 1L, plus, 100, I})).isFalse();
    assertThat(callSite.passes(0, new Object[] {a, 1L, null, 100, I})).isFalse();
    assertThat(gate.passedAlways()).isEqualTo(1);
    assertThat(gate.passedNext()).isZero();
  }
}
