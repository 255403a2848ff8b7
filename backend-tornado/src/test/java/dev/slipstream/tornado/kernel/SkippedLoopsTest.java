package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.MethodNode;

/** Branches that skip a loop which other paths reach. */
class SkippedLoopsTest {
  /** Methods, some of which have such a branch. */
  public static final class Branches {
    private Branches() {}

    static int goesOnWithTheNextTurn(int a, int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        if (a > 0) {
          sum++;
          if (a > t) {
            continue;
          }
          sum += 3;
        }
        for (int u = 0; u < t; u++) {
          sum ^= u;
        }
        sum *= 5;
      }
      return sum;
    }

    static int goesBackToTheStart(int a, int n) {
      int sum = 0;
      int t = 0;
      while (t < n) {
        t++;
        if (a > 0) {
          if (a > t) {
            continue;
          }
          sum += 3;
        }
        for (int u = 0; u < t; u++) {
          sum ^= u;
        }
      }
      return sum;
    }

    static int endsTheLoop(int a, int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        if (a > 0) {
          if (a > t) {
            break;
          }
          sum += 3;
        }
        for (int u = 0; u < t; u++) {
          sum ^= u;
        }
      }
      return sum;
    }

    static int returns(int a, int n) {
      int sum = 1;
      if (a > 0) {
        if (a > 2) {
          return sum;
        }
        sum += 3;
      }
      for (int u = 0; u < n; u++) {
        sum = sum * 3 + u;
      }
      return sum * 5;
    }

    static int skipsACall(int a, int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        if (a > 0) {
          if (a > t) {
            sum--;
            continue;
          }
          sum += 3;
        }
        sum = called(sum);
      }
      return sum;
    }

    static int skipsNoLoop(int a, int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        if (a > 0) {
          if (a > t) {
            continue;
          }
          sum += 3;
        }
        sum *= 5;
        if (sum > 100) {
          sum -= a > 3 ? 7 : 9;
        }
      }
      return sum;
    }

    static int skipsALoopForAllWays(int a, int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        if (a > t) {
          continue;
        }
        for (int u = 0; u < t; u++) {
          sum ^= u;
        }
      }
      return sum;
    }

    static int hasLoopsInBranches(int a, int n) {
      int sum = 0;
      if (a > 0 || n > 5) {
        for (int u = 0; u < n && sum < 50; u++) {
          if (u == a) {
            continue;
          }
          sum += a > 3 ? u : 1;
        }
      } else {
        while (sum < n) {
          sum++;
        }
      }
      for (int u = 0; u < n; u++) {
        if (u > 3 && a > 2) {
          for (int v = 0; v < u; v++) {
            sum ^= v;
          }
        }
      }
      return sum;
    }

    static int called(int a) {
      return a;
    }
  }

  private static boolean found(String name) throws Exception {
    MethodNode method = CompiledMethods.named(Branches.class, name);
    int zero = 2;
    LocalVariables.makeRoom(method, zero);
    SeparateConditions.in(method, zero, LocalVariables.firstFree(method, zero + 1));
    return SkippedLoops.areIn(method.instructions, call -> call.name.equals("called"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "goesOnWithTheNextTurn",
        "goesBackToTheStart",
        "endsTheLoop",
        "returns",
        "skipsACall"
      })
  void aBranchWithinABranchThatGoesOnBehindALoopIsFound(String method) throws Exception {
    assertThat(found(method)).isTrue();
  }

  @Test
  void aBranchThatSkipsNoLoopIsRight() throws Exception {
    assertThat(found("skipsNoLoop")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"skipsALoopForAllWays", "hasLoopsInBranches"})
  void loopsThatNoOtherWayLeadsToAreRight(String method) throws Exception {
    assertThat(found(method)).isFalse();
  }
}
