package dev.slipstream.compiler.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.JavaMethods;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

class LoopMarksTest {
  private static final JavaMethods METHODS =
      JavaMethods.of(
          """
          static void marked(int[] a) {
            for (int i = 0; i < 3; i++) { }
            for (@Parallel int i = 0; i < a.length; i++) {
              for (@Parallel int j = 0; j < 5; j++) { a[i] = j; }
            }
          }
          static void unmarked(int[] a) {
            for (int i = 0; i < a.length; i++) { a[i] = 1; }
          }
          static void misplaced(int[] a) {
            @Parallel int n = a.length;
            for (int i = 0; i < n; i++) { a[i] = n; }
          }
          static void around(int[] a) {
            do {
              for (int i = 0; i < a.length; i++) { a[i]--; }
            } while (a[0] > 1);
          }
          """);

  private final List<RefusedLoop> refused = new ArrayList<>();

  private List<MarkedLoop> find(String name, LoopSelection selection) {
    MethodNode method = METHODS.method(name);
    return new LoopMarks(METHODS.owner(), method, ControlFlow.of(method)).find(selection, refused);
  }

  @Test
  void annotatedLoopsAreFoundOuterOnesFirstWithTheirVariables() {
    List<MarkedLoop> marked = find("marked", LoopSelection.none());
    assertThat(marked).extracting(loop -> loop.name().line()).containsExactly(5, 6);
    assertThat(marked)
        .extracting(MarkedLoop::variable)
        .containsExactly(OptionalInt.of(1), OptionalInt.of(2));
    assertThat(refused).isEmpty();
  }

  @Test
  void aLoopThatTheUserNamesNeedsNoAnnotation() {
    assertThat(find("unmarked", LoopSelection.none())).isEmpty();
    List<MarkedLoop> named = find("unmarked", LoopSelection.parse("Program#unmarked:10"));
    assertThat(named).hasSize(1);
    assertThat(named.get(0).variable()).isEmpty();
  }

  @Test
  void aLineNamesTheForLoopThatStandsThereAndNotTheDoAroundIt() {
    List<MarkedLoop> named = find("around", LoopSelection.parse("Program#around:18"));
    assertThat(named).hasSize(1);
    assertThat(named.get(0).loop().header().successors()).hasSize(2);
  }

  @Test
  void aMarkThatStandsOnNoLoopIsRefusedAndSaysWhereItBelongs() {
    assertThat(find("misplaced", LoopSelection.none())).isEmpty();
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0).reason()).contains("a variable that is not the counter of a loop");
    assertThat(refused.get(0).advice()).contains("for (@Parallel int i = 0;");
  }
}
