package dev.slipstream.compiler.guard;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * A frame whose values lose their places when something else may be found there: {@code a} on the
 * stack is no longer what the local variable holds once that is written.
 */
final class PlaceFrame extends Frame<BasicValue> {
  private final InsnList instructions;
  private final Events events;

  PlaceFrame(int locals, int stack, InsnList instructions, Events events) {
    super(locals, stack);
    this.instructions = instructions;
    this.events = events;
  }

  PlaceFrame(Frame<? extends BasicValue> frame, InsnList instructions, Events events) {
    super(frame);
    this.instructions = instructions;
    this.events = events;
  }

  @Override
  public void execute(AbstractInsnNode node, Interpreter<BasicValue> interpreter)
      throws AnalyzerException {
    int index = instructions.indexOf(node);
    for (int i = 0; i < getStackSize(); i++) {
      if (PlaceValue.place(getStack(i)).mentionsResult(index)) {
        forget(i);
      }
    }
    super.execute(node, interpreter);
    boolean event = events.isEvent(node);
    for (int i = 0; i < getStackSize(); i++) {
      Place place = PlaceValue.place(getStack(i));
      if (invalidates(node, place) || (event && place.isInMemory())) {
        forget(i);
      }
    }
  }

  private void forget(int i) {
    setStack(i, new PlaceValue(getStack(i).getType(), Place.Unknown.UNKNOWN));
  }

  /** Whether something else may be found at a place after an instruction that is no event. */
  static boolean invalidates(AbstractInsnNode node, Place place) {
    if (node instanceof IincInsnNode increment) {
      return place.mentions(increment.var);
    }
    if (node instanceof VarInsnNode variable && node.getOpcode() >= Opcodes.ISTORE) {
      return place.mentions(variable.var)
          || ((node.getOpcode() == Opcodes.LSTORE || node.getOpcode() == Opcodes.DSTORE)
              && place.mentions(variable.var + 1));
    }
    return switch (node.getOpcode()) {
      case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> {
        FieldInsnNode field = (FieldInsnNode) node;
        yield place.mentionsField(field.name, field.desc);
      }
      case Opcodes.AASTORE -> place.mentionsRow();
      default -> false;
    };
  }
}
