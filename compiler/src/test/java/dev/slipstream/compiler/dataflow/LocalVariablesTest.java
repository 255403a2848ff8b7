package dev.slipstream.compiler.dataflow;

import static dev.slipstream.compiler.JavaMethods.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.JavaMethods;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** Which local variables are read later, and which have certainly been written. */
class LocalVariablesTest {
  private static final int N = 0;
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private static final MethodNode METHOD =
      JavaMethods.of(
              """
              static int choose(int n) {
                int first = one(), second;
                if (n > 0) { second = then(); } else { second = otherwise(first); }
                join();
                return second;
              }
              static int one() { return 1; }
              static int then() { return 2; }
              static int otherwise(int x) { return x; }
              static void join() {}
              """)
          .method("choose");

  private final ControlFlow flow = ControlFlow.of(METHOD);

  private Block blockOf(String called) {
    return flow.blockAt(call(METHOD, called));
  }

  @Test
  void aVariableIsLiveUntilItIsReadForTheLastTime() {
    Liveness live = new Liveness(flow);
    assertThat(live.atStartOf(blockOf("one")).stream()).containsExactly(N);
    assertThat(live.atStartOf(blockOf("otherwise")).stream()).containsExactly(FIRST);
    assertThat(live.atStartOf(blockOf("then")).stream()).as("it writes second").isEmpty();
    assertThat(live.atStartOf(blockOf("join")).stream()).containsExactly(SECOND);
  }

  @Test
  void aHandlerMayRunBeforeItsBlockHasWrittenAnything() {
    MethodNode method =
        JavaMethods.of(
                """
                static int guarded(int n) {
                  int x = 7;
                  try { x = risky(n); } catch (RuntimeException e) { return x; }
                  return x;
                }
                static int risky(int n) { return n; }
                """)
            .method("guarded");
    ControlFlow guarded = ControlFlow.of(method);
    Block risky = guarded.blockAt(call(method, "risky"));
    assertThat(new Liveness(guarded).atStartOf(risky).get(1)).as("x of the handler").isTrue();
  }

  @Test
  void aVariableIsAssignedWhereAllWaysHaveWrittenIt() {
    DefiniteAssignment assigned = new DefiniteAssignment(flow);
    assertThat(assigned.atStartOf(blockOf("then"), FIRST)).isTrue();
    assertThat(assigned.atStartOf(blockOf("then"), SECOND)).isFalse();
    assertThat(assigned.atStartOf(blockOf("join"), SECOND)).isTrue();
    assertThat(assigned.atStartOf(blockOf("one"), FIRST)).isFalse();
  }
}
