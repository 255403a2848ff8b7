package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The local variables that replace the fields of objects, by the objects' origins. */
final class FieldLocals {
  private final Map<Origin, Map<Replaceable.Field, Integer>> slots = new HashMap<>();
  private final Map<Origin, Integer> present = new HashMap<>();
  private final Map<Integer, String> names;
  private int next;

  /**
   * @param next the first free slot
   * @param names receives the variables' names, by slot
   */
  FieldLocals(int next, Map<Integer, String> names) {
    this.next = next;
    this.names = names;
  }

  /** The first free slot. */
  int next() {
    return next;
  }

  private int slot(Origin origin, Replaceable.Field field) {
    return slots
        .computeIfAbsent(origin, o -> new HashMap<>())
        .computeIfAbsent(field, f -> take(Type.getType(f.descriptor()).getSize(), name(origin, f)));
  }

  private int take(int size, String name) {
    int slot = next;
    next += size;
    names.put(slot, name);
    return slot;
  }

  private String name(Origin origin, Replaceable.Field field) {
    if (origin instanceof Origin.Merge merge && names.containsKey(merge.position())) {
      return names.get(merge.position()) + "." + field.name();
    }
    String type = origin.className();
    return type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1)
        + "."
        + field.name();
  }

  /** Loads a field. */
  AbstractInsnNode load(Origin origin, Replaceable.Field field) {
    return new VarInsnNode(
        Type.getType(field.descriptor()).getOpcode(Opcodes.ILOAD), slot(origin, field));
  }

  /** Stores a value, which is in the field's range, to a field. */
  AbstractInsnNode store(Origin origin, Replaceable.Field field) {
    return new VarInsnNode(
        Type.getType(field.descriptor()).getOpcode(Opcodes.ISTORE), slot(origin, field));
  }

  /** The slot of the int that is 0 if a reference is null and 1 if not. */
  private int presence(Origin origin) {
    return present.computeIfAbsent(origin, o -> take(1, "…"));
  }

  /** Loads 0 if a reference is null and 1 if not. */
  AbstractInsnNode loadPresence(Origin origin) {
    return new VarInsnNode(Opcodes.ILOAD, presence(origin));
  }

  /** Stores whether a reference is null. */
  AbstractInsnNode storePresence(Origin origin) {
    return new VarInsnNode(Opcodes.ISTORE, presence(origin));
  }

  /** Loads the initial value of a field. */
  static AbstractInsnNode zero(Replaceable.Field field) {
    return new InsnNode(Instructions.zero(Instructions.kindOf(Type.getType(field.descriptor()))));
  }
}
