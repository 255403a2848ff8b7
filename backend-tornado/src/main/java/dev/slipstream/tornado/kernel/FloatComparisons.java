package dev.slipstream.tornado.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites comparisons of floating-point numbers that decide a jump, so that only kinds remain that
 * TornadoVM compiles correctly. A workaround for TornadoVM 5.2: where Java negates a comparison,
 * NaN makes it true, which 5.2 ignores. Comparisons that are false for NaN select a number, and the
 * jump depends on that number.
 *
 * <p>If the jump ends a loop, the number is zero as long as the loop goes on, see {@link LoopEnds}.
 * A zero that the compiler does not know is added where it would otherwise reconstruct the opposite
 * comparison.
 */
final class FloatComparisons {
  private static final double SMALL = 0x1p-100;

  private FloatComparisons() {}

  /**
   * The condition of a jump.
   *
   * @param name the method of {@code OperatorEmulation} that returns 1 if the comparison is true
   * @param negated whether the jump is taken if the comparison is false
   */
  private record Test(String name, boolean negated) {}

  /**
   * Changes the code of a method.
   *
   * @param zero the local variable that is always zero
   */
  static void in(InsnList code, int zero) {
    LoopEnds.Loops loops = LoopEnds.loops(code);
    for (AbstractInsnNode node : code.toArray()) {
      if (node.getOpcode() >= Opcodes.FCMPL
          && node.getOpcode() <= Opcodes.DCMPG
          && node.getNext() instanceof JumpInsnNode jump) {
        replace(code, node, jump, loops.endsWhenTaken(jump), zero);
      }
    }
  }

  private static void replace(
      InsnList code,
      AbstractInsnNode comparison,
      JumpInsnNode jump,
      Optional<Boolean> endsWhenTaken,
      int zero) {
    boolean wide = comparison.getOpcode() >= Opcodes.DCMPL;
    boolean greater =
        comparison.getOpcode() == Opcodes.FCMPG || comparison.getOpcode() == Opcodes.DCMPG;
    Test test = strict(code, test(jump.getOpcode(), greater), comparison.getPrevious());
    // Whether the number is other than zero where the jump is taken, or where it is not.
    boolean whereTaken = endsWhenTaken.orElse(!test.negated);
    boolean opposite = whereTaken == test.negated;
    String name = opposite ? "not" + test.name : test.name;
    String method = Character.toLowerCase(name.charAt(0)) + name.substring(1);
    InsnList added = new InsnList();
    added.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            EmulationLibrary.OPERATORS,
            method,
            wide ? "(DD)I" : "(FF)I",
            false));
    if (endsWhenTaken.isPresent() && !opposite) {
      added.add(new VarInsnNode(Opcodes.ILOAD, zero));
      added.add(new InsnNode(Opcodes.IADD));
    }
    code.insertBefore(comparison, added);
    code.remove(comparison);
    jump.setOpcode(whereTaken ? Opcodes.IFNE : Opcodes.IFEQ);
  }

  private static Test test(int jump, boolean greater) {
    return switch (jump) {
      case Opcodes.IFLT -> greater ? new Test("Less", false) : new Test("MoreOrEqual", true);
      case Opcodes.IFGE -> greater ? new Test("Less", true) : new Test("MoreOrEqual", false);
      case Opcodes.IFGT -> greater ? new Test("LessOrEqual", true) : new Test("More", false);
      case Opcodes.IFLE -> greater ? new Test("LessOrEqual", false) : new Test("More", true);
      case Opcodes.IFEQ -> new Test("Equal", false);
      case Opcodes.IFNE -> new Test("Equal", true);
      default -> throw new IllegalArgumentException("no jump on a comparison: " + jump);
    };
  }

  /**
   * Returns the strict form of a comparison with a constant, which moves to the neighbouring
   * number.
   */
  private static Test strict(InsnList code, Test test, @Nullable AbstractInsnNode before) {
    boolean less = test.name.equals("LessOrEqual");
    boolean more = test.name.equals("MoreOrEqual");
    if (!(less || more) || before == null) {
      return test;
    }
    Optional<Object> next = next(constant(before), less);
    if (next.isEmpty()) {
      return test;
    }
    code.set(before, new LdcInsnNode(next.get()));
    return new Test(less ? "Less" : "More", test.negated);
  }

  private static Optional<Object> constant(AbstractInsnNode node) {
    return switch (node.getOpcode()) {
      case Opcodes.FCONST_1 -> Optional.of(1f);
      case Opcodes.FCONST_2 -> Optional.of(2f);
      case Opcodes.DCONST_1 -> Optional.of(1.0);
      case Opcodes.LDC -> Optional.of(((LdcInsnNode) node).cst);
      default -> Optional.empty();
    };
  }

  /** Returns the number next to a constant that is neither very small nor very large. */
  private static Optional<Object> next(Optional<Object> constant, boolean above) {
    Object value = constant.orElse("");
    if (value instanceof Float one && isUsual(one)) {
      return Optional.of(above ? Math.nextUp(one) : Math.nextDown(one));
    }
    if (value instanceof Double one && isUsual(one)) {
      return Optional.of(above ? Math.nextUp(one) : Math.nextDown(one));
    }
    return Optional.empty();
  }

  private static boolean isUsual(double value) {
    return Math.abs(value) > SMALL && Math.abs(value) < 1 / SMALL;
  }
}
