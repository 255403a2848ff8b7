package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/** Paths that meet after the ends of loops. */
class MeetingLoopsTest {
  /** Methods, some of which TornadoVM's PTX backend miscompiles. */
  public static final class Ways {
    private Ways() {}

    static int bothBranchesEndWithLoops(int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n; t++) {
          sum += t;
        }
      } else {
        for (int t = 0; t < n; t++) {
          sum ^= t;
        }
      }
      return sum * 3;
    }

    static int whatFollowsTheLoopsAreValuesOnly(int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n && sum > t; t++) {
          sum += t;
        }
        sum = sum * 3 + n;
      } else {
        for (int t = 0; t < n; t++) {
          sum ^= t;
        }
        sum = sum > n ? 4 : 5;
      }
      return sum;
    }

    static int returnsBehindLoops(int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n; t++) {
          sum += t;
        }
        return sum;
      }
      for (int t = 0; t < n; t++) {
        sum ^= t;
      }
      return sum;
    }

    static int aVariableIsSetBetweenTheConditions(int[] x, int n) {
      int last = 0;
      int t = 0;
      while (t < n && (last = x[t]) > 0) {
        t++;
      }
      return last + t;
    }

    static int callsWithLoopsInBothBranches(int a, int n) {
      int sum;
      if (a > 0) {
        sum = withLoop(n);
      } else {
        sum = withLoop(a) + 1;
      }
      return sum;
    }

    static int withLoop(int n) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        sum += t;
      }
      return sum;
    }

    static int aSearchThatBreaks(int[] x, int n, int v) {
      int found = -1;
      for (int t = 0; t < n; t++) {
        if (x[t] == v) {
          found = t;
          break;
        }
      }
      return found;
    }

    static int aSumThatBreaks(int[] x, int n, int v) {
      int sum = 0;
      for (int t = 0; t < n; t++) {
        sum += x[t];
        if (sum > v) {
          break;
        }
      }
      return sum;
    }

    static int aLoopBeginsWhereLoopsMeet(int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n; t++) {
          sum += t;
        }
      } else {
        for (int t = 0; t < n; t++) {
          sum ^= t;
        }
      }
      while (sum > 10) {
        sum /= 2;
      }
      return sum;
    }

    static int loopsMeetWithinALoop(int a, int n) {
      int sum = a;
      for (int u = 0; u < n; u++) {
        if (sum > u) {
          for (int t = 0; t < n; t++) {
            sum += t;
          }
        } else {
          for (int t = 0; t < n; t++) {
            sum ^= t;
          }
        }
        sum *= 3;
      }
      return sum;
    }

    static int oneBranchHasALoop(int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n; t++) {
          sum += t;
        }
      } else {
        sum = 7;
      }
      return sum;
    }

    static int aLoopThatMayBeSkippedFollowsALoop(int a, int n) {
      int sum = a;
      for (int t = 0; t < n; t++) {
        sum += t;
      }
      if (sum > 4) {
        for (int t = 0; t < n; t++) {
          sum ^= t;
        }
      }
      return sum;
    }

    static int somethingIsStoredBehindOneLoop(int[] x, int a, int n) {
      int sum = a;
      if (a > 0) {
        for (int t = 0; t < n; t++) {
          sum += t;
        }
        x[0] = sum;
      } else {
        for (int t = 0; t < n; t++) {
          sum ^= t;
        }
      }
      return sum;
    }

    static int twoConditionsEndALoop(int a, int n) {
      int sum = a;
      for (int t = 0; t < n && sum < 50; t++) {
        sum += t;
      }
      return sum;
    }

    static int loopsWithinLoops(int a, int n) {
      int sum = a;
      for (int t = 0; t < n; t++) {
        for (int u = 0; u < t; u++) {
          sum += u;
        }
        if (sum > 9) {
          sum -= t;
        }
      }
      return sum;
    }
  }

  /** The code as it is, and as earlier steps leave it. */
  private static boolean isIn(String name) throws Exception {
    boolean before = isIn(CompiledMethods.named(Ways.class, name));
    MethodNode method = CompiledMethods.named(Ways.class, name);
    int zero = Type.getArgumentsAndReturnSizes(method.desc) / 4 - 1;
    LocalVariables.makeRoom(method, zero);
    SeparateConditions.in(method, zero, LocalVariables.firstFree(method, zero + 1));
    HiddenCopies.in(method.instructions, zero);
    EarlyValues.in(method.instructions, zero);
    assertThat(isIn(method)).isEqualTo(before);
    return before;
  }

  private static boolean isIn(MethodNode method) {
    return MeetingLoops.areIn(method.instructions, call -> call.name.equals("withLoop"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bothBranchesEndWithLoops",
        "whatFollowsTheLoopsAreValuesOnly",
        "returnsBehindLoops",
        "aVariableIsSetBetweenTheConditions",
        "callsWithLoopsInBothBranches",
        "aSearchThatBreaks",
        "aSumThatBreaks",
        "aLoopBeginsWhereLoopsMeet",
        "loopsMeetWithinALoop"
      })
  void whereAllWaysComeStraightFromTheEndsOfLoopsTheirVariablesAreMixedUp(String name)
      throws Exception {
    assertThat(isIn(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oneBranchHasALoop",
        "aLoopThatMayBeSkippedFollowsALoop",
        "somethingIsStoredBehindOneLoop",
        "twoConditionsEndALoop",
        "loopsWithinLoops",
        "withLoop"
      })
  void whereOneComesFromSomethingElseTheyAreNot(String name) throws Exception {
    assertThat(isIn(name)).isFalse();
  }
}
