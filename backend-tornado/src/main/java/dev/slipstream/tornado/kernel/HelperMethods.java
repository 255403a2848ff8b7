package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces code that TornadoVM compiles wrongly or not at all with calls, and collects copies of
 * all called methods, so that the kernel's class stays closed. {@link Facts} and the workarounds'
 * classes name the versions.
 */
final class HelperMethods {
  /** The prefixes of the methods that kernels call for {@code %} and {@code IEEEremainder}. */
  private static final List<String> FLOATING_REMAINDERS =
      List.of("KernelMath_remainder", "KernelMath_ieeeRemainder");

  private final String kernel;
  private final String source;
  private final Map<String, MethodNode> sourceMethods;
  private final Facts facts;
  private final boolean fastMath;
  private final EmulationLibrary library = new EmulationLibrary();
  private final Map<String, Helper> helpers = new LinkedHashMap<>();
  private final Deque<Helper> open = new ArrayDeque<>();

  /** A called method and the name of its copy. */
  private record Helper(String owner, MethodNode method, String name) {}

  /** The class and the name of a method. */
  private record Target(String owner, String name) {}

  /**
   * @param kernel the internal name of the generated class
   * @param source the internal name of the loop's kernel class
   * @param sourceMethods that class's methods by name and descriptor
   * @param fastMath whether floating-point results may differ from Java's
   */
  HelperMethods(
      String kernel,
      String source,
      Map<String, MethodNode> sourceMethods,
      Facts facts,
      boolean fastMath) {
    this.kernel = kernel;
    this.source = source;
    this.sourceMethods = sourceMethods;
    this.facts = facts;
    this.fastMath = fastMath;
  }

  /**
   * Replaces code in a method.
   *
   * @param zero a local variable that is always zero, which the compiler does not know
   * @throws UnsupportedKernelException if the method has code without a replacement
   */
  void legalise(MethodNode method, int zero) throws UnsupportedKernelException {
    legalise(method, source, zero);
  }

  /** Returns copies of all called methods, in the order in which they were found. */
  List<MethodNode> copies() throws UnsupportedKernelException {
    List<MethodNode> copies = new ArrayList<>();
    while (!open.isEmpty()) {
      Helper helper = open.pop();
      MethodNode copy =
          new MethodNode(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
              helper.name,
              withZero(helper.method.desc),
              null,
              null);
      helper.method.accept(copy);
      if (!copy.tryCatchBlocks.isEmpty()) {
        throw new UnsupportedKernelException("it catches exceptions");
      }
      int zero = Type.getArgumentsAndReturnSizes(helper.method.desc) / 4 - 1;
      LocalVariables.makeRoom(copy, zero);
      legalise(copy, helper.owner, zero);
      copies.add(copy);
    }
    return copies;
  }

  /** Adds the zero as the last parameter of a helper. */
  private static String withZero(String descriptor) {
    return descriptor.replace(")", "I)");
  }

  private void legalise(MethodNode method, String owner, int zero)
      throws UnsupportedKernelException {
    if (LoopExits.areUnusualIn(method.instructions)) {
      throw new UnsupportedKernelException(
          "a loop in it ends in several places, or after another decision");
    }
    SeparateConditions.in(method, zero, LocalVariables.firstFree(method, zero + 1));
    FirstValues.in(method, owner);
    HiddenCopies.in(method.instructions, zero);
    EarlyValues.in(method.instructions, zero);
    FloatFunctions.in(method.instructions, source, fastMath);
    if (facts.nestsBlocks()
        && SkippedLoops.areIn(method.instructions, call -> hasLoop(call, new HashSet<>()))) {
      throw new UnsupportedKernelException("a branch in it skips a loop that other ways lead to");
    }
    if (MeetingLoops.areIn(method.instructions, call -> hasLoop(call, new HashSet<>()))) {
      throw new UnsupportedKernelException("ways from the ends of several loops meet in it");
    }
    if (fastMath) {
      Reciprocals.in(method.instructions);
    } else if (facts.replacement(Opcodes.FDIV).isPresent()) {
      FloatQuotients.in(method.instructions);
    }
    if (!owner.equals(EmulationLibrary.OPERATORS)) {
      FloatComparisons.in(method.instructions, zero);
    }
    if (facts.endsWhereFalse()) {
      LoopEnds.in(method.instructions, zero);
    }
    for (AbstractInsnNode node : method.instructions.toArray()) {
      if (node instanceof MethodInsnNode call) {
        Optional<MethodInsnNode> replaced = call(call, owner);
        if (replaced.isPresent()) {
          method.instructions.insertBefore(node, new VarInsnNode(Opcodes.ILOAD, zero));
          method.instructions.set(node, replaced.get());
        }
        continue;
      }
      refuseUnsupported(node);
      boolean rightDivision = isRightDivision(node);
      Optional<String> refusal = facts.refusal(node.getOpcode());
      if (refusal.isPresent() && !rightDivision) {
        throw new UnsupportedKernelException(refusal.get());
      }
      if (facts.hidden().contains(node.getOpcode()) && !rightDivision && !isPlainShift(node)) {
        method.instructions.insertBefore(node, HiddenConstants.sum(isOfLongs(node), zero));
      }
      if (facts.undefined() && !(fastMath && isProduct(node))) {
        method.instructions.insert(node, HiddenResults.after(node, zero));
      }
      if (node.getOpcode() == Opcodes.I2C) {
        method.instructions.insert(node, HiddenConstants.mask(zero));
        method.instructions.remove(node);
        continue;
      }
      if (node instanceof IntInsnNode pushed && pushed.getOpcode() == Opcodes.SIPUSH) {
        method.instructions.insert(node, HiddenConstants.hidden(pushed.operand, zero));
      }
      if (node instanceof LdcInsnNode constant) {
        Optional<InsnList> quotient = HiddenConstants.quotient(constant.cst, zero);
        if (quotient.isPresent()) {
          method.instructions.insert(node, quotient.get());
          method.instructions.remove(node);
          continue;
        }
        method.instructions.insert(node, HiddenConstants.hidden(constant.cst, zero));
        method.instructions.insert(node, HiddenConstants.extreme(constant.cst, zero));
      }
      Optional<Facts.Replacement> replacement = facts.replacement(node.getOpcode());
      if (replacement.isPresent()
          && !owner.equals(EmulationLibrary.OPERATORS)
          && !isComparisonForJump(node)
          && !rightDivision
          && !(fastMath && node.getOpcode() == Opcodes.FDIV)) {
        method.instructions.insertBefore(node, new VarInsnNode(Opcodes.ILOAD, zero));
        method.instructions.set(
            node,
            helper(
                EmulationLibrary.OPERATORS,
                replacement.get().name(),
                replacement.get().descriptor()));
      }
    }
  }

  private static boolean isProduct(AbstractInsnNode node) {
    return node.getOpcode() == Opcodes.FMUL || node.getOpcode() == Opcodes.DMUL;
  }

  /**
   * Whether an instruction is one of those on longs, among those whose last operand may be hidden.
   */
  private static boolean isOfLongs(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    return opcode == Opcodes.LMUL
        || opcode == Opcodes.LNEG
        || opcode == Opcodes.LDIV
        || opcode == Opcodes.LREM;
  }

  /**
   * Whether the result of a comparison of longs only decides a jump; TornadoVM compiles that
   * correctly.
   */
  private static boolean isComparisonForJump(AbstractInsnNode node) {
    AbstractInsnNode next = node.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return node.getOpcode() == Opcodes.LCMP
        && next != null
        && next.getOpcode() >= Opcodes.IFEQ
        && next.getOpcode() <= Opcodes.IFLE;
  }

  /**
   * Whether an instruction is a division by a constant that the device's compiler handles
   * correctly. TornadoVM 5.2 turns divisions by powers of two into unsigned shifts, which are
   * wrong.
   */
  private static boolean isRightDivision(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    boolean division = opcode == Opcodes.IDIV || opcode == Opcodes.LDIV;
    boolean remainder = opcode == Opcodes.IREM || opcode == Opcodes.LREM;
    long constant = constant(node.getPrevious());
    return (division || remainder) && Long.bitCount(constant) > 1 && Long.bitCount(-constant) > 1;
  }

  /** Whether an instruction is a shift to the right by a constant other than the width less one. */
  private static boolean isPlainShift(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    int most = opcode == Opcodes.ISHR ? 31 : 63;
    long constant = constant(node.getPrevious());
    return (opcode == Opcodes.ISHR || opcode == Opcodes.LSHR)
        && constant != 0
        && (constant & most) != most;
  }

  /** Returns the int or long that an instruction pushes; 0 if it is not known. */
  private static long constant(@Nullable AbstractInsnNode node) {
    if (node instanceof LdcInsnNode loaded && loaded.cst instanceof Number number) {
      return number.longValue();
    }
    if (node instanceof IntInsnNode pushed && node.getOpcode() != Opcodes.NEWARRAY) {
      return pushed.operand;
    }
    int opcode = node == null ? Opcodes.NOP : node.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return (long) opcode - Opcodes.ICONST_0;
    }
    return opcode == Opcodes.LCONST_1 ? 1 : 0;
  }

  private static void refuseUnsupported(AbstractInsnNode node) throws UnsupportedKernelException {
    int opcode = node.getOpcode();
    if (node instanceof InvokeDynamicInsnNode) {
      throw new UnsupportedKernelException("it calls a method that is found at run time");
    }
    if (node instanceof MultiANewArrayInsnNode
        || opcode == Opcodes.NEWARRAY
        || node instanceof TypeInsnNode) {
      throw new UnsupportedKernelException("it creates objects or checks their types");
    }
    if (node instanceof InsnNode
        && (opcode == Opcodes.ATHROW
            || opcode == Opcodes.MONITORENTER
            || opcode == Opcodes.MONITOREXIT
            || opcode == Opcodes.ARRAYLENGTH
            || (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
            || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE))) {
      throw new UnsupportedKernelException(
          "it throws, locks, or uses arrays in a way that is not translated");
    }
    if (opcode == Opcodes.IFNULL
        || opcode == Opcodes.IFNONNULL
        || opcode == Opcodes.IF_ACMPEQ
        || opcode == Opcodes.IF_ACMPNE) {
      throw new UnsupportedKernelException("it compares references");
    }
  }

  /** Returns the replacement of a call; empty if the call stays. */
  private Optional<MethodInsnNode> call(MethodInsnNode call, String owner)
      throws UnsupportedKernelException {
    if (call.owner.equals("java/lang/StrictMath") && call.name.equals("sqrt")) {
      call.owner = "java/lang/Math";
    }
    if (isKept(call)) {
      return Optional.empty();
    }
    Optional<Target> target = target(call);
    if (target.isPresent()) {
      return Optional.of(helper(target.get().owner, target.get().name, call.desc));
    }
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    throw new UnsupportedKernelException(
        "it calls "
            + simple
            + "."
            + call.name
            + ", for which there is no form that TornadoVM"
            + " compiles right (in "
            + owner.substring(owner.lastIndexOf('/') + 1)
            + ")");
  }

  /** Returns the method that is called, or its replacement. */
  private Optional<Target> target(MethodInsnNode call) {
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      return Optional.empty();
    }
    if (call.owner.equals(source) && call.name.startsWith(EmulationLibrary.DOUBLE_BITS)) {
      String name = call.name.substring(EmulationLibrary.DOUBLE_BITS.length());
      if (find(EmulationLibrary.OF_DOUBLE_BITS, name, call.desc).isPresent()) {
        return Optional.of(new Target(EmulationLibrary.OF_DOUBLE_BITS, name));
      }
    }
    boolean closed = call.owner.equals(source) || call.owner.startsWith(EmulationLibrary.PACKAGE);
    Optional<String> owner =
        closed ? Optional.of(call.owner) : EmulationLibrary.standIn(call.owner);
    return owner
        .filter(known -> find(known, call.name, call.desc).isPresent())
        .map(known -> new Target(known, call.name));
  }

  /**
   * Whether a called method has a loop, or calls a method that has one.
   *
   * @param seen the methods visited until now; this one is added
   */
  private boolean hasLoop(MethodInsnNode call, Set<MethodNode> seen) {
    Optional<MethodNode> method =
        isKept(call)
            ? Optional.empty()
            : target(call).flatMap(target -> find(target.owner, target.name, call.desc));
    if (method.isEmpty() || !seen.add(method.get())) {
      return false;
    }
    InsnList code = method.get().instructions;
    return Arrays.stream(code.toArray())
        .anyMatch(
            node ->
                (node instanceof JumpInsnNode jump && code.indexOf(jump.label) < code.indexOf(node))
                    || (node instanceof MethodInsnNode inner && hasLoop(inner, seen)));
  }

  private static boolean isKept(MethodInsnNode call) {
    return call.owner.startsWith(ApiNames.API)
        || (call.owner.equals("java/lang/Integer") && call.name.equals("intValue"))
        || (call.owner.equals("java/lang/Math") && call.name.equals("sqrt"));
  }

  private Optional<MethodNode> find(String owner, String name, String descriptor) {
    return owner.equals(source)
        ? Optional.ofNullable(sourceMethods.get(name + descriptor))
        : library.find(owner, name, descriptor);
  }

  private MethodInsnNode helper(String owner, String name, String descriptor)
      throws UnsupportedKernelException {
    if (FLOATING_REMAINDERS.stream().anyMatch(name::startsWith)) {
      // Its method has several loops, which TornadoVM 5.2 miscompiles for an unknown reason.
      throw new UnsupportedKernelException("it takes the remainder of floating-point numbers");
    }
    if (descriptor.contains("[") || descriptor.contains(";")) {
      throw new UnsupportedKernelException("it passes arrays to " + name);
    }
    String key = owner + "." + name + descriptor;
    Helper known = helpers.get(key);
    if (known == null) {
      MethodNode method =
          find(owner, name, descriptor)
              .orElseThrow(() -> new IllegalStateException(key + " is missing"));
      known = new Helper(owner, method, "slip_helper_" + helpers.size() + "_" + name);
      helpers.put(key, known);
      open.add(known);
    }
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, kernel, known.name, withZero(descriptor), false);
  }
}
