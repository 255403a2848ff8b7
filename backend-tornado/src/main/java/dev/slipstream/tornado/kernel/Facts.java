package dev.slipstream.tornado.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;

/**
 * What one of TornadoVM's backends compiles right. Everything that is not known to be right is
 * replaced by a method of {@code dev.slipstream.tornado.emulation}, or the kernel is refused.
 *
 * @param backend TornadoVM's name for the backend
 * @param replaced the instructions, as opcodes, for which a method of {@code Operators} stands
 * @param refused the instructions, as opcodes, that a kernel must not have, and what is said of it
 * @param hidden the instructions, as opcodes, whose last operand the compiler must not know
 * @param undefined whether the device's compiler takes it that ints do not overflow, and rounds a
 *     product and a sum only once if it sees both
 * @param endsWhereFalse whether loops must end where their condition is false
 * @param nestsBlocks whether kernels become text of blocks within each other, without jumps
 * @param compilerFlags what the device's compiler is told
 * @param usesCuda whether its devices are CUDA's, whose driver can be asked for copies
 * @param recordsRuns whether what a run asks the driver for can be recorded and played again
 * @param differing how the names of platforms begin on which kernels had other results than in
 *     Java, for reasons that are not known, or on which nobody has compared them
 */
public record Facts(
    String backend,
    Map<Integer, Replacement> replaced,
    Map<Integer, String> refused,
    Set<Integer> hidden,
    boolean undefined,
    boolean endsWhereFalse,
    boolean nestsBlocks,
    String compilerFlags,
    boolean usesCuda,
    boolean recordsRuns,
    Set<String> differing) {
  /** TornadoVM writes constants that are no finite numbers as Java does. */
  private static final String OPENCL_FLAGS =
      "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -w"
          + " -DNaNF=NAN -DInfinityF=INFINITY -DNaN=((double)NAN) -DInfinity=((double)INFINITY)";

  private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");
  private static final String PTX_FLAGS = "CU_JIT_OPTIMIZATION_LEVEL 4";

  /**
   * What was found out, the newest version of each backend last. A version that is not here is
   * taken for the last one before it, and one whose number is not known for the newest.
   */
  private static final List<Known> TABLE =
      List.of(
          new Known("OPENCL", 5, 2, openCl52()),
          new Known("PTX", 5, 2, ptx52()),
          new Known("CUDA", 6, 0, cuda60()));

  /** Copies the collections. */
  public Facts {
    replaced = Map.copyOf(replaced);
    refused = Map.copyOf(refused);
    hidden = Set.copyOf(hidden);
    differing = Set.copyOf(differing);
  }

  /**
   * A method of {@code Operators}.
   *
   * @param name its name
   * @param descriptor its descriptor
   */
  public record Replacement(String name, String descriptor) {}

  /** From which version of a backend on something holds. */
  private record Known(String backend, int major, int minor, Facts facts) {
    /** Whether a version is that one or a later one; one that begins with no numbers is. */
    boolean reaches(String version) {
      Matcher numbers = VERSION.matcher(version);
      if (!numbers.matches()) {
        return true;
      }
      int first = Integer.parseInt(numbers.group(1));
      return first > major || (first == major && Integer.parseInt(numbers.group(2)) >= minor);
    }
  }

  /**
   * What is known of a backend.
   *
   * @param backend TornadoVM's name for it, {@code OPENCL}
   * @param version TornadoVM's version, {@code 5.2.0-jdk25}
   * @return empty if nothing is known of it, so that it is not used
   */
  public static Optional<Facts> of(String backend, String version) {
    return TABLE.stream()
        .filter(known -> known.backend.equals(backend) && known.reaches(version))
        .map(Known::facts)
        .reduce((older, newer) -> newer);
  }

  /**
   * Whether results on a platform were compared, and no kernel is known whose differ from Java's.
   *
   * @param platform its name, {@code NVIDIA CUDA}
   */
  public boolean isExactOn(String platform) {
    return differing.stream().noneMatch(platform::startsWith);
  }

  /** What stands for an instruction, if it does not stay as it is. */
  Optional<Replacement> replacement(int opcode) {
    return Optional.ofNullable(replaced.get(opcode));
  }

  /** Why a kernel with an instruction is refused; empty if the instruction does not matter. */
  Optional<String> refusal(int opcode) {
    return Optional.ofNullable(refused.get(opcode));
  }

  /**
   * {@code >>>} is compiled as {@code >>}. OpenCL leaves conversions of what does not fit
   * undefined, and division by zero and by -1 may trap on processors. What overflows is undefined
   * too: PoCL takes squares for positive, and NVIDIA's compiler {@code 0 - a <= 1} for {@code a >=
   * -1}. That one also makes one operation of a product and a sum, as OpenCL allows unless the
   * source says otherwise.
   */
  private static Facts openCl52() {
    Map<Integer, Replacement> replaced = replacedEverywhere();
    replaced.put(Opcodes.IUSHR, new Replacement("shiftRightUnsigned", "(II)I"));
    replaced.put(Opcodes.LUSHR, new Replacement("shiftRightUnsigned", "(JI)J"));
    return new Facts(
        "OPENCL",
        replaced,
        refusedEverywhere(),
        /* hidden= */ Set.of(
            Opcodes.IMUL,
            Opcodes.LMUL,
            Opcodes.INEG,
            Opcodes.LNEG,
            // Of x << 31, also of (x << 30) << 1, Graal 23.1 makes -(x << 31), which overflows.
            Opcodes.ISHL,
            // Of what is not negative it makes a long without sign.
            Opcodes.I2L,
            Opcodes.ISHR,
            Opcodes.LSHR,
            Opcodes.IDIV,
            Opcodes.LDIV,
            Opcodes.IREM,
            Opcodes.LREM),
        /* undefined= */ true,
        /* endsWhereFalse= */ false,
        /* nestsBlocks= */ true,
        OPENCL_FLAGS,
        /* usesCuda= */ false,
        /* recordsRuns= */ false,
        /* differing= */ Set.of("NVIDIA"));
  }

  /**
   * {@code >>} is compiled as {@code >>>}, which the compiler also makes of divisions by constants;
   * shifts by more bits than there are yield zero; quotients of floats are not rounded to the
   * nearest.
   */
  private static Facts ptx52() {
    Map<Integer, Replacement> replaced = replacedEverywhere();
    replaced.put(Opcodes.ISHL, new Replacement("shiftLeftByFew", "(II)I"));
    replaced.put(Opcodes.LSHL, new Replacement("shiftLeftByFew", "(JI)J"));
    replaced.put(Opcodes.ISHR, new Replacement("shiftRightByFew", "(II)I"));
    replaced.put(Opcodes.LSHR, new Replacement("shiftRightByFew", "(JI)J"));
    replaced.put(Opcodes.IUSHR, new Replacement("shiftRightUnsignedByFew", "(II)I"));
    replaced.put(Opcodes.LUSHR, new Replacement("shiftRightUnsignedByFew", "(JI)J"));
    replaced.put(Opcodes.FDIV, new Replacement("divide", "(FF)F"));
    return new Facts(
        "PTX",
        replaced,
        refusedEverywhere(),
        /* hidden= */ Set.of(Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM),
        /* undefined= */ false,
        /* endsWhereFalse= */ true,
        /* nestsBlocks= */ false,
        PTX_FLAGS,
        /* usesCuda= */ true,
        /* recordsRuns= */ true,
        /* differing= */ Set.of());
  }

  /**
   * It writes the same text as OpenCL's, as C++, in which shifts by more bits than there are have
   * no meaning. That text was compiled for a processor and computed what Java computes; nobody has
   * run what NVIDIA's compiler makes of it, so its results are taken to differ everywhere.
   */
  private static Facts cuda60() {
    Facts openCl = openCl52();
    Map<Integer, Replacement> replaced = new HashMap<>(openCl.replaced);
    replaced.put(Opcodes.ISHL, new Replacement("shiftLeftByFew", "(II)I"));
    replaced.put(Opcodes.LSHL, new Replacement("shiftLeftByFew", "(JI)J"));
    replaced.put(Opcodes.ISHR, new Replacement("shiftRightSignedByFew", "(II)I"));
    replaced.put(Opcodes.LSHR, new Replacement("shiftRightSignedByFew", "(JI)J"));
    return new Facts(
        "CUDA",
        replaced,
        openCl.refused,
        openCl.hidden,
        openCl.undefined,
        openCl.endsWhereFalse,
        openCl.nestsBlocks,
        /* compilerFlags= */ "",
        /* usesCuda= */ false,
        /* recordsRuns= */ false,
        /* differing= */ Set.of(""));
  }

  private static Map<Integer, String> refusedEverywhere() {
    Map<Integer, String> reasons = new HashMap<>();
    // Where one case goes on into the next, TornadoVM 5.2 leaves the next one out.
    reasons.put(Opcodes.TABLESWITCH, "it has a switch");
    reasons.put(Opcodes.LOOKUPSWITCH, "it has a switch");
    // One random kernel with Math.floorMod of longs was wrong on PoCL and one on PTX, for no known
    // reason.
    reasons.put(Opcodes.LREM, "it takes the remainder of longs");
    reasons.put(Opcodes.FREM, "it takes the remainder of floating-point numbers");
    reasons.put(Opcodes.DREM, "it takes the remainder of floating-point numbers");
    return reasons;
  }

  /** A constant keeps its value when it becomes a byte or short. */
  private static Map<Integer, Replacement> replacedEverywhere() {
    Map<Integer, Replacement> methods = new HashMap<>();
    methods.put(Opcodes.IDIV, new Replacement("divide", "(II)I"));
    methods.put(Opcodes.LDIV, new Replacement("divide", "(JJ)J"));
    methods.put(Opcodes.IREM, new Replacement("remainder", "(II)I"));
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
    return methods;
  }
}
