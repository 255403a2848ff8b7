package dev.slipstream.tornado.kernel;

import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Initialises variables at the start of a method that would otherwise be read without a value on
 * some path. Such paths are never taken: {@link SeparateConditions}, a workaround for TornadoVM
 * 5.2, lets a number repeat the decision of the code before it, which the JVM's verifier does not
 * know.
 */
final class FirstValues {
  private FirstValues() {}

  /**
   * Changes a method.
   *
   * @param owner the internal name of its class
   * @throws UnsupportedKernelException if the variable's slot holds another type on such a path
   */
  static void in(MethodNode method, String owner) throws UnsupportedKernelException {
    Map<Integer, Type> missing = new TreeMap<>();
    Frame<BasicValue>[] frames = frames(method, owner);
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode node = method.instructions.get(i);
      int variable = read(node);
      if (variable >= 0
          && frames[i] != null
          && frames[i].getLocal(variable).equals(BasicValue.UNINITIALIZED_VALUE)) {
        missing.put(variable, type(node.getOpcode()));
      }
    }
    InsnList values = new InsnList();
    missing.forEach(
        (variable, type) -> {
          values.add(new InsnNode(zero(type)));
          values.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), variable));
        });
    method.instructions.insert(values);
  }

  private static Frame<BasicValue>[] frames(MethodNode method, String owner)
      throws UnsupportedKernelException {
    try {
      return new Analyzer<>(new BasicInterpreter()).analyzeAndComputeMaxs(owner, method);
    } catch (AnalyzerException e) {
      throw new UnsupportedKernelException(
          "where its conditions are kept apart, variables of two types have one place");
    }
  }

  /** Returns the number of the variable that an instruction reads; negative if it reads none. */
  private static int read(AbstractInsnNode node) {
    if (node instanceof IincInsnNode increment) {
      return increment.var;
    }
    int opcode = node.getOpcode();
    return opcode >= Opcodes.ILOAD && opcode <= Opcodes.DLOAD ? ((VarInsnNode) node).var : -1;
  }

  private static Type type(int opcode) {
    return switch (opcode) {
      case Opcodes.LLOAD -> Type.LONG_TYPE;
      case Opcodes.FLOAD -> Type.FLOAT_TYPE;
      case Opcodes.DLOAD -> Type.DOUBLE_TYPE;
      default -> Type.INT_TYPE;
    };
  }

  private static int zero(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LCONST_0;
      case Type.FLOAT -> Opcodes.FCONST_0;
      case Type.DOUBLE -> Opcodes.DCONST_0;
      default -> Opcodes.ICONST_0;
    };
  }
}
