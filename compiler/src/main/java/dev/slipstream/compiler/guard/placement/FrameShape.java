package dev.slipstream.compiler.guard.placement;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;

/** The content of a stack map frame. */
public record FrameShape(List<Object> slots, List<Object> stack) {
  /** The first version of class files that have frames. */
  public static final int FIRST_VERSION = 50;

  /** Copies the lists. */
  public FrameShape {
    slots = List.copyOf(slots);
    stack = List.copyOf(stack);
  }

  /** The shape of a frame of the class file. */
  public static FrameShape of(FrameNode node) {
    List<Object> slots = new ArrayList<>();
    for (Object type : node.local) {
      slots.add(type);
      if (takesTwoSlots(type)) {
        slots.add(Opcodes.TOP);
      }
    }
    return new FrameShape(slots, node.stack);
  }

  /** The type in a slot. */
  public Object slot(int number) {
    return number < slots.size() ? slots.get(number) : Opcodes.TOP;
  }

  /** This frame with one more value on the stack. */
  public FrameShape push(Object type) {
    List<Object> more = new ArrayList<>(stack);
    more.add(type);
    return new FrameShape(slots, more);
  }

  /**
   * The frame that holds where these locals and those of another frame hold. The other frame's
   * slots take precedence where they are not {@code TOP}.
   */
  public FrameShape and(FrameShape other) {
    List<Object> both = new ArrayList<>();
    int size = Math.max(slots.size(), other.slots.size());
    for (int slot = 0; slot < size; slot++) {
      Object type = other.slot(slot).equals(Opcodes.TOP) ? slot(slot) : other.slot(slot);
      both.add(type);
      if (takesTwoSlots(type)) {
        both.add(Opcodes.TOP);
        slot++;
      }
    }
    return new FrameShape(both, stack);
  }

  /** This frame without the content of some slots. */
  FrameShape without(BitSet changed) {
    List<Object> kept = new ArrayList<>(slots);
    for (int slot = 0; slot < kept.size(); slot++) {
      if (changed.get(slot) || (takesTwoSlots(kept.get(slot)) && changed.get(slot + 1))) {
        kept.set(slot, Opcodes.TOP);
      }
    }
    return new FrameShape(kept, stack);
  }

  /** An instruction node for this frame, to be inserted. */
  public FrameNode node() {
    List<Object> locals = new ArrayList<>();
    for (int slot = 0; slot < slots.size(); slot++) {
      Object type = slots.get(slot);
      locals.add(type);
      if (takesTwoSlots(type)) {
        slot++;
      }
    }
    return new FrameNode(
        Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
  }

  private static boolean takesTwoSlots(Object type) {
    return type.equals(Opcodes.LONG) || type.equals(Opcodes.DOUBLE);
  }
}
