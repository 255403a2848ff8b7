package dev.slipstream.tornado.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** The code of one iteration, and how it uses its array parameters. */
final class KernelBody {
  private final MethodNode method;
  private final Map<AbstractInsnNode, Use> uses = new HashMap<>();
  private final Set<AbstractInsnNode> rowVariables = new HashSet<>();
  private final Map<AbstractInsnNode, List<Integer>> left = new HashMap<>();
  private final Set<Integer> used = new TreeSet<>();
  private final Set<Integer> written = new TreeSet<>();

  /**
   * The array that an instruction uses.
   *
   * @param parameter the index of the parameter that the array is, or is a row or a plane of
   * @param depth the number of indices from the array to a primitive
   */
  record Use(int parameter, int depth) {}

  /**
   * @param method the method {@code body} of a kernel
   * @param dimensions how many of its parameters are loop variables
   * @param kernel the internal name of its class
   * @throws UnsupportedKernelException if an array that the code uses may be one of several
   */
  KernelBody(MethodNode method, int dimensions, String kernel) throws UnsupportedKernelException {
    this.method = method;
    List<Integer> parameters = new ArrayList<>();
    Type[] types = Type.getArgumentTypes(method.desc);
    for (int p = dimensions; p < types.length; p++) {
      if (types[p].getSort() == Type.ARRAY) {
        parameters.add(p - dimensions);
      }
    }
    boolean rows = Arrays.stream(types).anyMatch(KernelBody::isOfArrays);
    Frame<BasicValue>[] frames = frames(method, kernel);
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode node = method.instructions.get(i);
      if (node.getOpcode() == Opcodes.RETURN && frames[i] != null) {
        left.put(node, sizesFromTop(frames[i]));
      }
      if (rows && frames[i] != null && isRowVariable(node, frames[i])) {
        rowVariables.add(node);
      }
      int depth = depthOfArray(node.getOpcode());
      if (depth == 0 || frames[i] == null) {
        continue;
      }
      ArrayOrigins.Parameter reference =
          parameter(frames[i].getStack(frames[i].getStackSize() - depth));
      int array = parameters.get(reference.number());
      uses.put(node, new Use(array, reference.depth()));
      if (node.getOpcode() == Opcodes.AASTORE) {
        throw new UnsupportedKernelException("it stores arrays in arrays");
      }
      if (depth > 1) {
        used.add(array);
      }
      if (isStore(node.getOpcode())) {
        written.add(array);
      }
    }
  }

  private static Frame<BasicValue>[] frames(MethodNode method, String kernel) {
    try {
      return new Analyzer<>(new ArrayOrigins()).analyzeAndComputeMaxs(kernel, method);
    } catch (AnalyzerException e) {
      throw new IllegalArgumentException(kernel + "." + method.name + " is no valid code", e);
    }
  }

  private static List<Integer> sizesFromTop(Frame<BasicValue> frame) {
    List<Integer> sizes = new ArrayList<>();
    for (int s = frame.getStackSize() - 1; s >= 0; s--) {
      sizes.add(frame.getStack(s).getSize());
    }
    return sizes;
  }

  private static boolean isOfArrays(Type type) {
    return type.getSort() == Type.ARRAY && type.getDimensions() > 1;
  }

  /**
   * Whether an instruction loads or stores a reference to a row or a plane, but not a whole array.
   */
  private static boolean isRowVariable(AbstractInsnNode node, Frame<BasicValue> frame)
      throws UnsupportedKernelException {
    if (node.getOpcode() == Opcodes.ALOAD) {
      return isRow(frame.getLocal(((VarInsnNode) node).var));
    }
    return node.getOpcode() == Opcodes.ASTORE && isRow(frame.getStack(frame.getStackSize() - 1));
  }

  private static boolean isRow(BasicValue value) throws UnsupportedKernelException {
    return !ArrayOrigins.isNull(value) && !parameter(value).isWhole();
  }

  private static ArrayOrigins.Parameter parameter(BasicValue value)
      throws UnsupportedKernelException {
    if (value instanceof ArrayOrigins.Parameter parameter) {
      return parameter;
    }
    throw new UnsupportedKernelException("an array that it uses may be one of several");
  }

  /** Returns the depth on the stack of the array that an instruction uses; 0 if it uses none. */
  private static int depthOfArray(int opcode) {
    if (opcode == Opcodes.ARRAYLENGTH) {
      return 1;
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return 2;
    }
    // Frames count a long or double as one value.
    return isStore(opcode) ? 3 : 0;
  }

  static boolean isStore(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Returns the code. */
  MethodNode method() {
    return method;
  }

  /**
   * Returns the array that an instruction uses.
   *
   * @return empty if the instruction uses none or is never reached
   */
  Optional<Use> use(AbstractInsnNode node) {
    return Optional.ofNullable(uses.get(node));
  }

  /** Whether an instruction loads or stores a reference to a row or a plane. */
  boolean isRowVariable(AbstractInsnNode node) {
    return rowVariables.contains(node);
  }

  /** Returns the sizes, in slots, of the values on the stack at a return, the topmost first. */
  List<Integer> leftAt(AbstractInsnNode node) {
    return left.getOrDefault(node, List.of());
  }

  /** Returns the indices of the array parameters whose elements are read or written. */
  Set<Integer> used() {
    return used;
  }

  /** Returns the indices of those whose elements are written. */
  Set<Integer> written() {
    return written;
  }
}
