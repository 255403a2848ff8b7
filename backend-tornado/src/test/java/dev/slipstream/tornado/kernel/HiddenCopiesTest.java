package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;

/** Values that variables of a loop take from each other become new values. */
class HiddenCopiesTest {
  private static final int ZERO = 20;

  /** Loops, and code that is none. */
  public static final class Loops {
    private Loops() {}

    static double exchanging(int n, double a, double b) {
      for (int k = 0; k < n; k++) {
        double t = a;
        a = b;
        b = t;
      }
      return a - b;
    }

    static int summing(int n, int a, int b) {
      for (int k = 0; k < n; k++) {
        a = a + b;
        b = a - b;
      }
      return a;
    }

    static double computing(int n, double a) {
      for (int k = 0; k < n; k++) {
        a = a * 1.5;
      }
      return a;
    }

    static double stepping(int n, double a, double b) {
      for (int k = 0; k < n; k++) {
        double next = a * a - b;
        b = a * b;
        a = next;
      }
      return a + b;
    }

    static double counting(int n, double a, double b) {
      for (int k = 0; k < n; k++) {
        a = a + 1.0;
        b = 1.0 / b;
      }
      return a + b;
    }

    static double disguised(int n, double a, double b) {
      double one = 1;
      for (int k = 0; k < n; k++) {
        double t = one * a;
        a = 0.0 + b;
        b = t;
      }
      return a - b;
    }

    static int straight(int a, int b) {
      int t = a;
      a = b;
      b = t;
      return a - b;
    }
  }

  private static List<AbstractInsnNode> changed(String method) throws Exception {
    InsnList code = code(method);
    HiddenCopies.in(code, ZERO);
    return instructions(code);
  }

  private static List<AbstractInsnNode> unchanged(String method) throws Exception {
    return instructions(code(method));
  }

  private static InsnList code(String method) throws Exception {
    return CompiledMethods.named(Loops.class, method).instructions;
  }

  private static List<AbstractInsnNode> instructions(InsnList code) {
    return StreamSupport.stream(code.spliterator(), false).filter(n -> n.getOpcode() > 0).toList();
  }

  private static List<Integer> beforeStores(List<AbstractInsnNode> code, int store) {
    return IntStream.range(1, code.size())
        .filter(i -> code.get(i).getOpcode() == store)
        .mapToObj(i -> code.get(i - 1).getOpcode())
        .toList();
  }

  @Test
  void variablesThatAreExchangedInALoopGetTheHiddenZero() throws Exception {
    // The last variable takes the zero along with the first one's value.
    assertThat(beforeStores(changed("exchanging"), Opcodes.DSTORE))
        .containsExactly(Opcodes.DSUB, Opcodes.DSUB, Opcodes.DLOAD);
  }

  @Test
  void whatWasComputedJustBeforeIsTakenAsItIs() throws Exception {
    assertThat(beforeStores(changed("stepping"), Opcodes.DSTORE))
        .containsExactly(Opcodes.DSUB, Opcodes.DMUL, Opcodes.DLOAD);
    assertThat(changed("stepping")).hasSameSizeAs(unchanged("stepping"));
  }

  @Test
  void sumsWithOneAndReciprocalsAreNoCopies() throws Exception {
    assertThat(changed("counting")).hasSameSizeAs(unchanged("counting"));
  }

  @Test
  void operationsThatChangeNothingAreCopies() throws Exception {
    assertThat(changed("disguised")).hasSize(unchanged("disguised").size() + 2 * 3);
  }

  @Test
  void sumsOfIntsInALoopGetItTooSinceTheyMayBeVariablesInDisguise() throws Exception {
    List<AbstractInsnNode> code = changed("summing");
    assertThat(beforeStores(code, Opcodes.ISTORE))
        .containsExactly(Opcodes.ICONST_0, Opcodes.IADD, Opcodes.IADD);
    assertThat(code.stream().filter(n -> n.getOpcode() == Opcodes.IADD)).hasSize(3);
  }

  @Test
  void productsOfFloatingPointNumbersAndStoresOutsideOfLoopsStay() throws Exception {
    assertThat(beforeStores(changed("computing"), Opcodes.DSTORE)).containsExactly(Opcodes.DMUL);
    assertThat(beforeStores(changed("straight"), Opcodes.ISTORE)).containsOnly(Opcodes.ILOAD);
  }
}
