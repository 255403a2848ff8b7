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
 * What is known about the compiler of one of TornadoVM's backends, from some version on. Everything
 * that it may compile wrongly is replaced by a method of {@code dev.slipstream.tornado.emulation},
 * or the kernel is refused.
 *
 * @param backend TornadoVM's name for the backend
 * @param replaced the instructions, as opcodes, that a method of {@code OperatorEmulation} replaces
 * @param refused the instructions, as opcodes, that a kernel must not have, each with the reason as
 *     a clause
 * @param hidden the instructions, as opcodes, whose last operand the compiler must not know
 * @param undefined whether the device's compiler assumes that ints do not overflow, and rounds a
 *     product and its sum only once
 * @param endsWhereFalse whether loops must end where their condition is false
 * @param nestsBlocks whether the generated text has nested blocks and no jumps
 * @param compilerFlags options for the device's compiler
 * @param usesCuda whether its devices are CUDA's, whose driver can be called for copies
 * @param recordsRuns whether the driver's calls of a run can be recorded and replayed
 * @param differing the prefixes of the names of platforms whose results differ from Java's for
 *     unknown reasons, or were never compared
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
  /**
   * TornadoVM writes infinite and NaN constants as Java prints them, so these names are defined
   * here.
   */
  private static final String OPENCL_FLAGS =
      "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -w"
          + " -DNaNF=NAN -DInfinityF=INFINITY -DNaN=((double)NAN) -DInfinity=((double)INFINITY)";

  private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");
  private static final String PTX_FLAGS = "CU_JIT_OPTIMIZATION_LEVEL 4";

  /**
   * The known backends, the newest version of each last. A version without an entry uses the last
   * entry before it; one without a known number uses the newest.
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
   * A method of {@code OperatorEmulation}.
   *
   * @param name the method's name
   * @param descriptor the method's descriptor
   */
  public record Replacement(String name, String descriptor) {}

  /** The first version of a backend for which facts hold. */
  private record Known(String backend, int major, int minor, Facts facts) {
    /**
     * Whether a version is that one or a later one; true for versions that do not begin with a
     * number.
     */
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
   * Returns what is known about a backend.
   *
   * @param backend TornadoVM's name of the backend, such as {@code OPENCL}
   * @param version TornadoVM's version, such as {@code 5.2.0-jdk25}
   * @return empty if nothing is known about it, so that it must not be used
   */
  public static Optional<Facts> of(String backend, String version) {
    return TABLE.stream()
        .filter(known -> known.backend.equals(backend) && known.reaches(version))
        .map(Known::facts)
        .reduce((older, newer) -> newer);
  }

  /**
   * Whether results on a platform were compared with Java's, and no difference is known.
   *
   * @param platform the platform's name, such as {@code NVIDIA CUDA}
   */
  public boolean isExactOn(String platform) {
    return differing.stream().noneMatch(platform::startsWith);
  }

  /** Returns the method that replaces an instruction, if one does. */
  Optional<Replacement> replacement(int opcode) {
    return Optional.ofNullable(replaced.get(opcode));
  }

  /** Returns the reason to refuse a kernel with an instruction; empty if there is none. */
  Optional<String> refusal(int opcode) {
    return Optional.ofNullable(refused.get(opcode));
  }

  /**
   * TornadoVM 5.2 compiles {@code >>>} as {@code >>}. OpenCL leaves conversions that do not fit
   * undefined, and division by zero and by -1 may trap on processors. Overflow is undefined too:
   * PoCL assumes that squares are positive, and NVIDIA's compiler turns {@code 0 - a <= 1} into
   * {@code a >= -1}. NVIDIA's compiler also fuses a product and a sum, which OpenCL allows unless
   * the source forbids it.
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
            // Graal 23.1 turns x << 31, and (x << 30) << 1, into -(x << 31), which overflows.
            Opcodes.ISHL,
            // A conversion of a non-negative value becomes one to an unsigned long.
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
   * TornadoVM 5.2 compiles {@code >>} as {@code >>>}, also where its compiler turns divisions by
   * constants into shifts. Shifts by the width of the type or more yield zero. Quotients of floats
   * are not rounded to nearest.
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
   * TornadoVM 6.0 writes the same text for CUDA as for OpenCL, but as C++, in which shifts by the
   * width of the type or more are undefined. That text was compiled for a processor and computed
   * what Java computes. What NVIDIA's compiler makes of it was never run, so all its results count
   * as different.
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
    // TornadoVM 5.2 skips a case that another case falls through to.
    reasons.put(Opcodes.TABLESWITCH, "it has a switch");
    reasons.put(Opcodes.LOOKUPSWITCH, "it has a switch");
    // One random kernel with Math.floorMod of longs was wrong on PoCL and one on PTX, for unknown
    // reasons.
    reasons.put(Opcodes.LREM, "it takes the remainder of longs");
    reasons.put(Opcodes.FREM, "it takes the remainder of floating-point numbers");
    reasons.put(Opcodes.DREM, "it takes the remainder of floating-point numbers");
    return reasons;
  }

  /** TornadoVM 5.2 does not narrow a constant that is cast to byte or short. */
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
