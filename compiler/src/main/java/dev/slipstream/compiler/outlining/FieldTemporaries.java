package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.DefiniteAssignment;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The fields that each iteration writes before it reads them, as a local variable would be; the
 * kernel replaces them by local variables. The last iteration runs on the host and leaves its
 * values in the fields for the program.
 */
final class FieldTemporaries {
  private final ClassFiles files;
  private final Map<Key, Temporary> temporaries = new LinkedHashMap<>();
  private final Set<Value> objects = new HashSet<>();
  private int next;

  private FieldTemporaries(ClassFiles files, int next) {
    this.files = files;
    this.next = next;
  }

  /** An instance without fields. */
  static FieldTemporaries none(ClassFiles files) {
    return new FieldTemporaries(files, 0);
  }

  /** A field, by the class that declares it. */
  private record Key(String owner, String name, String descriptor) {}

  /** The accesses to a field. */
  private static final class Temporary {
    private final Map<AbstractInsnNode, Optional<Value>> accesses = new LinkedHashMap<>();
    private final List<AbstractInsnNode> stores = new ArrayList<>();
    private boolean isWritten;
    private boolean isPossible = true;
    private int slot;
  }

  /**
   * Replaces fields that an iteration writes by local variables. It leaves volatile fields, fields
   * of references, and fields of objects that vary or may be the same object.
   *
   * @param execution the iteration; its instructions are changed
   * @param next the first free slot
   * @param names receives the names of the variables
   */
  static FieldTemporaries replace(
      ClassFiles files, SymbolicExecution execution, int next, Map<Integer, String> names) {
    FieldTemporaries found = new FieldTemporaries(files, next);
    execution.walk(
        (block, node, frame) -> {
          if (node instanceof FieldInsnNode field) {
            found.add(field, SymbolicExecution.operands(field, frame));
          }
        });
    found.temporaries.values().removeIf(field -> !field.isWritten || !field.isPossible);
    found.temporaries.forEach(
        (key, field) -> found.replace(key, field, execution.flow().instructions(), names));
    return found;
  }

  private void add(FieldInsnNode node, List<Value> operands) {
    Optional<ClassFiles.Declared<FieldNode>> declared =
        files.field(node.owner, node.name, node.desc);
    String owner = declared.map(found -> found.owner().name).orElse(node.owner);
    Temporary field =
        temporaries.computeIfAbsent(new Key(owner, node.name, node.desc), key -> new Temporary());
    int opcode = node.getOpcode();
    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    Optional<Value> object = isStatic ? Optional.empty() : Optional.of(operands.get(0));
    field.isWritten |= opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    field.isPossible &=
        declared.isPresent()
            && !ClassFiles.has(
                declared.get().member().access, Opcodes.ACC_VOLATILE | Opcodes.ACC_FINAL)
            && Type.getType(node.desc).getSort() < Type.ARRAY
            && (isStatic ? files.isInitialised(owner) : operands.get(0).isCapture())
            && field.accesses.values().stream().allMatch(object::equals);
    field.accesses.put(node, object);
  }

  private void replace(Key key, Temporary field, InsnList code, Map<Integer, String> names) {
    Type type = Type.getType(key.descriptor());
    field.slot = next;
    next += type.getSize();
    names.put(field.slot, key.name());
    for (Map.Entry<AbstractInsnNode, Optional<Value>> access : field.accesses.entrySet()) {
      AbstractInsnNode node = access.getKey();
      int opcode = node.getOpcode();
      boolean writes = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
      boolean isOfObject = access.getValue().isPresent();
      InsnList instead = new InsnList();
      if (writes) {
        AbstractInsnNode store = new VarInsnNode(type.getOpcode(Opcodes.ISTORE), field.slot);
        field.stores.add(store);
        instead.add(Instructions.narrow(key.descriptor()));
        instead.add(store);
      }
      if (isOfObject) {
        instead.add(new InsnNode(Opcodes.POP));
      }
      if (!writes) {
        instead.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), field.slot));
      }
      code.insert(node, instead);
      code.remove(node);
      access.getValue().ifPresent(objects::add);
    }
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return temporaries.isEmpty();
  }

  /** The first slot that is free. */
  int next() {
    return next;
  }

  /** The slots of the variables. */
  BitSet slots() {
    BitSet slots = new BitSet();
    temporaries.values().forEach(field -> slots.set(field.slot));
    return slots;
  }

  /** The objects that have these fields, which must not be null. */
  Set<Value> objects() {
    return objects;
  }

  /**
   * Requires that an iteration reads no value of the previous one, and that the last iteration
   * writes every field that any iteration writes.
   *
   * @param flow the iteration after the replacement
   * @throws RefusalException naming a field for which this is not known
   */
  void requireOwnOfEach(ControlFlow flow) throws RefusalException {
    BitSet carried = new Liveness(flow).atStartOf(flow.blocks().get(0));
    for (Map.Entry<Key, Temporary> field : temporaries.entrySet()) {
      if (carried.get(field.getValue().slot)) {
        throw refuse(flow, field, ", which iterations read as an earlier one has left it");
      }
    }
  }

  /**
   * Requires that the last iteration writes each field that any iteration writes.
   *
   * @param end the block in which an iteration ends
   * @throws RefusalException naming a field for which this is not known
   */
  void requireLastWrites(NestStructure nest, Block end) throws RefusalException {
    DefiniteAssignment assignment = new DefiniteAssignment(nest.flow());
    for (Map.Entry<Key, Temporary> field : temporaries.entrySet()) {
      boolean isSteady = true;
      for (AbstractInsnNode store : field.getValue().stores) {
        Block block = nest.flow().blockAt(nest.flow().instructions().indexOf(store));
        if (nest.dimensionOf(block) >= 0) {
          throw refuse(nest.flow(), field, " in the loop's condition");
        }
        isSteady &= isSteady(nest, block);
      }
      if (!isSteady && !assignment.atStartOf(end, field.getValue().slot)) {
        throw refuse(nest.flow(), field, ", but not in every iteration");
      }
    }
  }

  /** Whether a block runs either in each iteration or in none. */
  private static boolean isSteady(NestStructure nest, Block block) {
    if (!nest.runsAsConditionsSay(block)) {
      return false;
    }
    Set<Condition> ofLoops = nest.conditionsOfLoops(block);
    for (CountedLoop loop : nest.countedLoopsAround(block)) {
      if (!loop.initial().isInvariant()
          || !loop.step().isInvariant()
          || !loop.limit().isInvariant()) {
        return false;
      }
    }
    for (Condition condition : nest.execution().conditions(block)) {
      boolean isInvariant = condition.left().isInvariant() && condition.right().isInvariant();
      if (!isInvariant && !ofLoops.contains(condition)) {
        return false;
      }
    }
    return true;
  }

  private static RefusalException refuse(
      ControlFlow flow, Map.Entry<Key, Temporary> field, String how) {
    int store = flow.instructions().indexOf(field.getValue().stores.get(0));
    return new RefusalException(
        LoopMarks.lineOf(flow, store),
        RefusalKind.FIELDS,
        "writes the field " + field.getKey().name() + how,
        ForbiddenInstructions.FIELD_ADVICE);
  }
}
