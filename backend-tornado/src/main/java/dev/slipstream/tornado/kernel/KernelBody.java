package dev.slipstream.tornado.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** What the code of one iteration does with its array parameters. */
final class KernelBody {
  private final MethodNode method;
  private final Map<AbstractInsnNode, Integer> arrays = new HashMap<>();
  private final Map<AbstractInsnNode, List<Integer>> left = new HashMap<>();
  private final Set<Integer> used = new TreeSet<>();
  private final Set<Integer> written = new TreeSet<>();

  /**
   * @param method the method {@code body} of a kernel
   * @param dimensions how many of its parameters are loop variables
   * @param kernel the internal name of its class
   * @throws UnsupportedKernelException if an array that is used may be one of several
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
    Frame<BasicValue>[] frames = frames(method, kernel);
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode node = method.instructions.get(i);
      if (node.getOpcode() == Opcodes.RETURN && frames[i] != null) {
        left.put(node, sizesFromTop(frames[i]));
      }
      int depth = depthOfArray(node.getOpcode());
      if (depth == 0 || frames[i] == null) {
        continue;
      }
      int array = parameters.get(parameter(frames[i].getStack(frames[i].getStackSize() - depth)));
      arrays.put(node, array);
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

  private static int parameter(BasicValue value) throws UnsupportedKernelException {
    if (value instanceof ArrayOrigins.Parameter parameter) {
      return parameter.number();
    }
    throw new UnsupportedKernelException("an array that it uses may be one of several");
  }

  /** How deep on the stack the array lies that an instruction uses; 0 if it uses none. */
  private static int depthOfArray(int opcode) {
    if (opcode == Opcodes.ARRAYLENGTH) {
      return 1;
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return 2;
    }
    // The frames count a long or double as one value.
    return isStore(opcode) ? 3 : 0;
  }

  static boolean isStore(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** The code. */
  MethodNode method() {
    return method;
  }

  /**
   * The array parameter that an instruction uses.
   *
   * @return its index; empty if the instruction uses none or is never reached
   */
  Optional<Integer> array(AbstractInsnNode node) {
    return Optional.ofNullable(arrays.get(node));
  }

  /** The sizes, in slots, of the values that lie on the stack at a return, the topmost first. */
  List<Integer> leftAt(AbstractInsnNode node) {
    return left.getOrDefault(node, List.of());
  }

  /** The array parameters, as indices, whose elements are read or written. */
  Set<Integer> used() {
    return used;
  }

  /** Those whose elements are written. */
  Set<Integer> written() {
    return written;
  }
}
