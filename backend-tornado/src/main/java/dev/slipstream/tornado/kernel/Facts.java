package dev.slipstream.tornado.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * What one of TornadoVM's backends compiles right. Everything that is not known to be right is
 * replaced by a method of {@code dev.slipstream.tornado.legal}, or the kernel is refused.
 *
 * @param backend TornadoVM's name for the backend
 * @param replaced the instructions, as opcodes, for which a method of {@code Operators} stands
 * @param refused the instructions, as opcodes, that a kernel must not have, and what is said of it
 * @param overflowing the instructions, as opcodes, whose last operand the compiler must not know,
 *     since it takes it that their results never overflow
 * @param constantDivisors whether a division or remainder by a constant other than 0 and -1 stays
 *     as it is, whatever holds for others
 * @param compilerFlags what the device's compiler is told, so that it computes as Java does
 */
public record Facts(
    String backend,
    Set<Integer> replaced,
    Map<Integer, String> refused,
    Set<Integer> overflowing,
    boolean constantDivisors,
    String compilerFlags) {
  /** TornadoVM writes constants that are no finite numbers as Java does. */
  private static final String OPENCL_FLAGS =
      "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -w"
          + " -DNaNF=NAN -DInfinityF=INFINITY -DNaN=((double)NAN) -DInfinity=((double)INFINITY)";

  private static final Map<Integer, Replacement> METHODS = methods();

  /** Copies the collections. */
  public Facts {
    replaced = Set.copyOf(replaced);
    refused = Map.copyOf(refused);
    overflowing = Set.copyOf(overflowing);
  }

  /** A method of {@code Operators}. */
  record Replacement(String name, String descriptor) {}

  /**
   * What is known of a backend.
   *
   * @param backend TornadoVM's name for it, {@code OPENCL}
   * @return empty if nobody has tested it, so that it is not used
   */
  public static Optional<Facts> of(String backend) {
    return switch (backend) {
      // 5.2: int and long >>> are compiled as >>, and a constant keeps its value when it becomes a
      // byte. OpenCL leaves conversions of what does not fit undefined, and division by zero and by
      // -1 may trap on processors. What overflows is undefined too: PoCL takes squares for
      // positive,
      // and would take absolute values.
      case "OPENCL" ->
          Optional.of(
              new Facts(
                  backend,
                  METHODS.keySet(),
                  refusedOnOpenCl(),
                  /* overflowing= */ Set.of(Opcodes.IMUL, Opcodes.LMUL, Opcodes.INEG, Opcodes.LNEG),
                  /* constantDivisors= */ true,
                  OPENCL_FLAGS));
      default -> Optional.empty();
    };
  }

  /** What stands for an instruction, if it does not stay as it is. */
  Optional<Replacement> replacement(int opcode) {
    return replaced.contains(opcode) ? Optional.ofNullable(METHODS.get(opcode)) : Optional.empty();
  }

  /** Why a kernel with an instruction is refused; empty if the instruction does not matter. */
  Optional<String> refusal(int opcode) {
    return Optional.ofNullable(refused.get(opcode));
  }

  private static Map<Integer, String> refusedOnOpenCl() {
    Map<Integer, String> reasons = new HashMap<>();
    // Where one case goes on into the next, TornadoVM 5.2 leaves the next one out.
    reasons.put(Opcodes.TABLESWITCH, "it has a switch");
    reasons.put(Opcodes.LOOKUPSWITCH, "it has a switch");
    // One random kernel with Math.floorMod of longs was wrong on PoCL, for no known reason.
    reasons.put(Opcodes.LREM, "it takes the remainder of longs");
    reasons.put(Opcodes.FREM, "it takes the remainder of floating-point numbers");
    reasons.put(Opcodes.DREM, "it takes the remainder of floating-point numbers");
    return reasons;
  }

  private static Map<Integer, Replacement> methods() {
    Map<Integer, Replacement> methods = new HashMap<>();
    methods.put(Opcodes.IDIV, new Replacement("divide", "(II)I"));
    methods.put(Opcodes.LDIV, new Replacement("divide", "(JJ)J"));
    methods.put(Opcodes.IREM, new Replacement("remainder", "(II)I"));
    methods.put(Opcodes.IUSHR, new Replacement("shiftRightUnsigned", "(II)I"));
    methods.put(Opcodes.LUSHR, new Replacement("shiftRightUnsigned", "(JI)J"));
    methods.put(Opcodes.I2B, new Replacement("toByte", "(I)I"));
    methods.put(Opcodes.I2S, new Replacement("toShort", "(I)I"));
    methods.put(Opcodes.F2I, new Replacement("toInt", "(F)I"));
    methods.put(Opcodes.D2I, new Replacement("toInt", "(D)I"));
    methods.put(Opcodes.F2L, new Replacement("toLong", "(F)J"));
    methods.put(Opcodes.D2L, new Replacement("toLong", "(D)J"));
    methods.put(Opcodes.LCMP, new Replacement("compare", "(JJ)I"));
    methods.put(Opcodes.FCMPL, new Replacement("compareLess", "(FF)I"));
    methods.put(Opcodes.FCMPG, new Replacement("compareGreater", "(FF)I"));
    methods.put(Opcodes.DCMPL, new Replacement("compareLess", "(DD)I"));
    methods.put(Opcodes.DCMPG, new Replacement("compareGreater", "(DD)I"));
    return Map.copyOf(methods);
  }
}
