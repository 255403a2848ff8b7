package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program cannot reach the agent's privileges by reflection. */
class ClosedModuleIT {
  /** Searches all that can be reached from boot classes and threads, and prints what it finds. */
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.lang.instrument.Instrumentation;
      import java.lang.invoke.MethodHandles;
      import java.lang.reflect.*;
      import java.util.*;

      public class Walk {
        static final Set<Object> SEEN = Collections.newSetFromMap(new IdentityHashMap<>());
        static final Deque<Object> TO_SEE = new ArrayDeque<>();
        static int classes;

        public static void main(String[] arguments) throws Exception {
          double[] a = new double[100_000];
          for (int s = 0; s < 3; s++) {
            for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 0.5 + i;
          }
          System.out.println("sum " + (long) Arrays.stream(a).sum());
          for (String name : List.of("ArrayGuard", "ArrayKinds", "GuardedUse", "Guards", "LoopGate", "ReflectedCode",
              "LoopCallSite", "DirectCallSite", "Dispatcher", "LoopDispatch")) {
            see(Class.forName("dev.slipstream.boot." + name, true, null));
          }
          for (Thread thread : Thread.getAllStackTraces().keySet()) see(thread);
          while (!TO_SEE.isEmpty()) fields(TO_SEE.remove());
          System.out.println("classes " + (classes > 10));
        }

        static void see(Object object) {
          if (object == null || !SEEN.add(object)) return;
          TO_SEE.add(object);
          if (object instanceof Instrumentation) System.out.println("Instrumentation");
          if (object instanceof MethodHandles.Lookup lookup
              && lookup.lookupClass().getName().startsWith("dev.slipstream"))
            System.out.println("Lookup " + lookup);
        }

        static void fields(Object object) {
          if (object instanceof Object[] all) { for (Object each : all) see(each); return; }
          Class<?> from = object instanceof Class<?> type ? type : object.getClass();
          if (object != from) see(from);
          classes++;
          if (from.getName().startsWith("dev.slipstream")) { powers(from); agent(from.getClassLoader()); }
          for (Class<?> type = from; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
              boolean isStatic = Modifier.isStatic(field.getModifiers());
              if (field.getType().isPrimitive() || (object == from && !isStatic)) continue;
              try {
                field.setAccessible(true);
                see(field.get(isStatic ? null : object));
              } catch (Exception closed) {
                // As it should be.
              }
            }
          }
        }

        static void powers(Class<?> type) {
          try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            System.out.println("classes can be defined beside " + type.getName() + " by " + lookup);
          } catch (IllegalAccessException closed) {
            // As it should be.
          }
        }

        static void agent(ClassLoader loader) {
          if (loader == null) return;
          see(loader);
          for (String name : List.of("agent.premain.AgentParts", "agent.loading.PlatformAccess",
              "agent.connection.RuntimeConnection", "runtime.SlipstreamRuntime")) {
            try {
              see(Class.forName("dev.slipstream." + name, false, loader));
            } catch (ClassNotFoundException other) {
              // Not the agent's loader.
            }
          }
        }
      }
      """;

  @TempDir private static Path folder;

  private static Outcome walk(Jdk jdk, String device) {
    ChildProgram.compile(folder, SOURCE);
    return ChildJvm.withAgent()
        .on(jdk)
        .property("slipstream.device", device)
        .property("slipstream.report", "off")
        .run(folder, "Walk");
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void noPathLeadsFromBootClassesAndThreadsToThePowersOfTheAgent(int feature) {
    Optional<Jdk> jdk = Jdk.of(feature);
    assumeTrue(jdk.isPresent(), "there is no JDK " + feature);
    Outcome outcome = walk(jdk.get(), "auto");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines()).containsExactly("sum 8749912500", "classes true");
  }

  @Test
  void norDoThoseOfADevice() {
    Outcome outcome = walk(Jdk.current(), "opencl");

    assertThat(outcome.out().lines()).containsExactly("sum 8749912500", "classes true");
  }
}
