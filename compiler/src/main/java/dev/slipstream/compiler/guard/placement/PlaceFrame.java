package dev.slipstream.compiler.guard.placement;

import java.util.function.Predicate;
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
 * A frame whose values lose their places when these may hold something else. Once a local variable
 * is written, a value on the stack that was read from it is no longer its content.
 */
final class PlaceFrame extends Frame<BasicValue> {
  private final InsnList instructions;
  private final MotionBarriers barriers;

  /** Whether a local variable may hold a value that has an origin, which is rare. */
  private boolean hasOrigins;

  PlaceFrame(int locals, int stack, InsnList instructions, MotionBarriers barriers) {
    super(locals, stack);
    this.instructions = instructions;
    this.barriers = barriers;
  }

  PlaceFrame(Frame<? extends BasicValue> frame, InsnList instructions, MotionBarriers barriers) {
    super(frame);
    this.instructions = instructions;
    this.barriers = barriers;
  }

  @Override
  public void setLocal(int slot, BasicValue value) {
    super.setLocal(slot, value);
    hasOrigins |= PlaceValue.origin(value) != Place.Unknown.UNKNOWN;
  }

  @Override
  public Frame<BasicValue> init(Frame<? extends BasicValue> frame) {
    hasOrigins = frame instanceof PlaceFrame other && other.hasOrigins;
    return super.init(frame);
  }

  /**
   * Merges frames after a subroutine. Other merges give no value an origin that it did not have.
   */
  @Override
  public boolean merge(Frame<? extends BasicValue> frame, boolean[] localsUsed) {
    hasOrigins = true;
    return super.merge(frame, localsUsed);
  }

  @Override
  public void execute(AbstractInsnNode node, Interpreter<BasicValue> interpreter)
      throws AnalyzerException {
    int index = instructions.indexOf(node);
    if (((PlaceInterpreter) interpreter).hasNamed(index)) {
      forget(place -> place.mentionsResult(index));
    }
    super.execute(node, interpreter);
    if (!mayInvalidate(node.getOpcode()) || !hasNames()) {
      return;
    }
    // Whether the instruction is a barrier is evaluated last, because other classes may have to be
    // read for it. It rarely matters.
    forget(place -> invalidates(node, place) || (place.isInMemory() && barriers.isBarrier(node)));
  }

  /** At the start of a handler, any of the instructions that it protects may have been the last. */
  @Override
  public void clearStack() {
    super.clearStack();
    forget(place -> true);
  }

  private boolean hasNames() {
    if (hasOrigins) {
      return true;
    }
    for (int i = 0; i < getStackSize(); i++) {
      if (getStack(i) instanceof PlaceValue value && value.hasName()) {
        return true;
      }
    }
    return false;
  }

  private void forget(Predicate<Place> places) {
    if (hasOrigins) {
      forgetOrigins(places);
    }
    for (int i = 0; i < getStackSize(); i++) {
      if (getStack(i) instanceof PlaceValue value && value.hasName()) {
        Place place = kept(value.place(), places);
        Place origin = kept(PlaceValue.origin(value), places);
        if (place != value.place() || origin != PlaceValue.origin(value)) {
          setStack(i, value.at(place, origin));
        }
      }
    }
  }

  private void forgetOrigins(Predicate<Place> places) {
    boolean any = false;
    for (int i = 0; i < getLocals(); i++) {
      BasicValue value = getLocal(i);
      Place origin = PlaceValue.origin(value);
      if (origin != Place.Unknown.UNKNOWN) {
        if (places.test(origin)) {
          setLocal(i, new PlaceValue(value.getType(), Place.Unknown.UNKNOWN));
        } else {
          any = true;
        }
      }
    }
    hasOrigins = any;
  }

  private static Place kept(Place place, Predicate<Place> forgotten) {
    return place != Place.Unknown.UNKNOWN && forgotten.test(place) ? Place.Unknown.UNKNOWN : place;
  }

  /** Whether an instruction may be a barrier, or may change the value at a place. */
  static boolean mayInvalidate(int opcode) {
    return (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE)
        || opcode == Opcodes.AASTORE
        || opcode == Opcodes.IINC
        || MotionBarriers.mayBeBarrier(opcode);
  }

  /** Whether an instruction that is no barrier may change the value at a place. */
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
