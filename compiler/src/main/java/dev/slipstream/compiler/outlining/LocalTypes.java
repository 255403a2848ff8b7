package dev.slipstream.compiler.outlining;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The types of a method's local variables, as exact as the bytecode determines them without loading
 * any class.
 */
final class LocalTypes {
  private static final String NULL_NAME = "null";

  private final Frame<BasicValue>[] frames;

  /**
   * @param owner the internal name of the class
   * @throws AnalyzerException if the bytecode is inconsistent
   */
  LocalTypes(String owner, MethodNode method) throws AnalyzerException {
    frames = new Analyzer<>(new ExactTypes()).analyze(owner, method);
  }

  /** The height of the stack before an instruction. */
  int stackHeight(int instruction) {
    Frame<BasicValue> frame = frames[instruction];
    return frame == null ? 0 : frame.getStackSize();
  }

  /** The descriptor of a local's type before an instruction; empty if it holds nothing usable. */
  Optional<String> descriptor(int instruction, int slot) {
    Frame<BasicValue> frame = frames[instruction];
    if (frame == null || slot >= frame.getLocals()) {
      return Optional.empty();
    }
    Type type = frame.getLocal(slot).getType();
    if (type == null || type.getSort() == Type.VOID || type.getInternalName().equals(NULL_NAME)) {
      return Optional.empty();
    }
    return Optional.of(type.getDescriptor());
  }

  private static final class ExactTypes extends BasicInterpreter {
    ExactTypes() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable BasicValue newValue(@Nullable Type type) {
      boolean reference =
          type != null && (type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY);
      return reference ? new BasicValue(type) : super.newValue(type);
    }

    @Override
    public @Nullable BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
      return node.getOpcode() == Opcodes.ACONST_NULL
          ? new BasicValue(Type.getObjectType(NULL_NAME))
          : super.newOperation(node);
    }

    @Override
    public @Nullable BasicValue binaryOperation(
        AbstractInsnNode node, BasicValue first, BasicValue second) throws AnalyzerException {
      if (node.getOpcode() == Opcodes.AALOAD
          && first.getType() != null
          && first.getType().getSort() == Type.ARRAY) {
        return newValue(Type.getType(first.getType().getDescriptor().substring(1)));
      }
      return super.binaryOperation(node, first, second);
    }

    @Override
    public BasicValue merge(BasicValue first, BasicValue second) {
      if (first.equals(second)) {
        return first;
      }
      if (first.isReference() && second.isReference()) {
        if (isNull(first)) {
          return second;
        }
        return isNull(second) ? first : BasicValue.REFERENCE_VALUE;
      }
      return BasicValue.UNINITIALIZED_VALUE;
    }

    private static boolean isNull(BasicValue value) {
      return value.getType().getInternalName().equals(NULL_NAME);
    }
  }
}
