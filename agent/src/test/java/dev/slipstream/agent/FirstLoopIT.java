package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that have no marked loops, or have them in classes that they load themselves. */
class FirstLoopIT {
  private static final String REASON = "each loop ends before the program continues";
  private static final String PROGRAM =
      """
      import java.net.*;
      import java.nio.file.*;
      import java.util.function.*;

      public class Program {
        public static void main(String[] arguments) throws Exception {
          if (arguments.length > 0) System.out.println(sum(Path.of(arguments[0])));
          String agent = "not there";
          try {
            Class.forName("dev.slipstream.boot.Guards", false, null);
            agent = "there";
          } catch (ClassNotFoundException absent) {
            // Nothing of it was needed.
          }
          System.out.println(agent);
        }

        static long sum(Path plugin) throws Exception {
          URL[] urls = {plugin.toUri().toURL()};
          @SuppressWarnings("unchecked")
          Consumer<int[]> work = (Consumer<int[]>) new URLClassLoader(urls)
              .loadClass("Work").getDeclaredConstructor().newInstance();
          int[] a = new int[1 << 16];
          for (int step = 0; step < 3; step++) work.accept(a);
          long sum = 0;
          for (int v : a) sum += v;
          return sum;
        }
      }
      """;
  private static final String WORK =
      """
      import dev.slipstream.api.Parallel;

      public class Work implements java.util.function.Consumer<int[]> {
        @Override public void accept(int[] a) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
        }
      }
      """;

  /** 3 · (0 + 1 + … + 65,535). */
  private static final String SUM = "6442352640";

  @TempDir private Path folder;
  private Path program = Path.of("");
  private Path plugin = Path.of("");

  @BeforeEach
  void compile() {
    program = ChildProgram.compile(folder.resolve("program"), PROGRAM);
    plugin = ChildProgram.compile(folder.resolve("plugin"), WORK);
  }

  @Test
  void whereNoClassHasAMarkedLoopNothingOfTheAgentIsMadeVisible() {
    for (String device : new String[] {"auto", "host", "opencl"}) {
      Outcome outcome = jvm().property("slipstream.device", device).run(program, "Program");
      assertThat(outcome.out()).isEqualTo("not there\n");
      assertThat(outcome.err()).contains("no loop marked @Parallel");
      assertThat(outcome.exit()).isZero();
    }
  }

  @Test
  void aLoopFromALoaderOfTheProgramIsTakenAndRememberedForTheNextStart() {
    Outcome first = run(jvm());
    assertThat(first.out()).isEqualTo(SUM + "\nthere\n");
    assertThat(first.err()).contains("1 of 1 loop taken", REASON, "its class path holds no marked");
    Outcome second = run(jvm());
    assertThat(second.out()).isEqualTo(SUM + "\nthere\n");
    assertThat(second.err()).contains("1 of 1 loop taken").doesNotContain(REASON);
  }

  @Test
  void whoeverWantsLoopsDeferredHasGuardsFromTheStart() {
    Outcome outcome = run(jvm().property("slipstream.deferred", "true"));
    assertThat(outcome.out()).isEqualTo(SUM + "\nthere\n");
    assertThat(outcome.err()).contains("1 of 1 loop taken").doesNotContain(REASON);
  }

  @Test
  void whereNothingIsDeferredTheFirstLoopIsWaitedForToo() {
    Outcome outcome = run(jvm().property("slipstream.device", "cpu"));
    assertThat(outcome.out()).isEqualTo(SUM + "\nthere\n");
    assertThat(outcome.err()).contains("1 of 1 loop taken").doesNotContain(REASON);
  }

  @Test
  void whatAFirstLoopOnADeviceNeedsIsLoadedEarlyByTheNextProgram() {
    OpenClHere.assume();
    run(jvm());
    Outcome second = run(jvm().property("slipstream.log", "debug"));
    assertThat(second.err()).containsPattern("[0-9]{3,} classes are loaded early");
  }

  @Test
  void noClassesAreCreatedForCallsOfDrivers() {
    Optional<Jdk> jdk = Jdk.of(25);
    Assumptions.assumeTrue(jdk.isPresent(), "no JDK 25 in /usr/lib/jvm");
    OpenClHere.assume();
    Outcome outcome = run(jvm().on(jdk.orElseThrow()).jvmOption("-Xlog:class+load"));
    assertThat(outcome.out()).contains("org.lwjgl.opencl.CL ", SUM);
    assertThat(outcome.out()).doesNotContain("org.lwjgl.system.ffm.");
  }

  private Outcome run(ChildJvm jvm) {
    Outcome outcome = jvm.run(program, "Program", plugin.toString());
    assertThat(outcome.exit()).isZero();
    return outcome;
  }

  private ChildJvm jvm() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.log", "info")
        .property("slipstream.cache.dir", folder.resolve("cache").toString());
  }
}
