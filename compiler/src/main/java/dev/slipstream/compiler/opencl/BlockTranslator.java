package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Translates one basic block: runs its instructions on a stack of expressions. */
final class BlockTranslator {
  private final MethodScope scope;
  private final ToIntFunction<LabelNode> blockOf;
  private final List<CBlock.Statement> statements = new ArrayList<>();
  private final OperandStack stack;
  private final ArrayTranslator arrays;
  private final InstructionTranslator instructions;
  private int line;

  /**
   * @param scope the method's names
   * @param blockOf the number of the block that starts at a label
   * @param line the source line that is in force before the block
   */
  BlockTranslator(MethodScope scope, ToIntFunction<LabelNode> blockOf, int line) {
    this.scope = scope;
    this.blockOf = blockOf;
    this.line = line;
    this.stack = new OperandStack(scope, this::add);
    this.arrays = new ArrayTranslator(scope, stack, this::add);
    this.instructions = new InstructionTranslator(stack);
  }

  /**
   * Translates the block.
   *
   * @param start the frame before its first instruction
   * @param code its instructions
   * @param next the block that follows in the bytecode, or -1
   */
  CBlock translate(Frame<BasicValue> start, List<AbstractInsnNode> code, int next)
      throws UntranslatableException {
    enter(start);
    Frame<BasicValue> frame = new Frame<>(start);
    for (AbstractInsnNode instruction : code) {
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      } else if (instruction.getOpcode() >= 0) {
        Optional<CBlock.End> end = end(instruction, next);
        if (end.isPresent()) {
          return new CBlock(statements, end.get(), line);
        }
        step(instruction, frame);
      }
    }
    spill(Set.of());
    return new CBlock(statements, new CBlock.Jump(next), line);
  }

  private void enter(Frame<BasicValue> start) {
    for (int depth = 0; depth < start.getStackSize(); depth++) {
      BasicValue value = start.getStack(depth);
      stack.push(
          value.isReference()
              ? arrays.onStack(depth, value)
              : scope.stack(depth, CType.of(value.getType())));
    }
  }

  private void add(String text) {
    statements.add(new CBlock.Statement(text, line));
  }

  /** Writes what is left on the stack to the variables in which the next block looks for it. */
  private void spill(Set<String> readLater) {
    Set<String> targets = new HashSet<>();
    Set<String> read = new HashSet<>(readLater);
    for (ArrayTranslator.Move move : moves()) {
      targets.add(move.target());
      read.addAll(move.reads());
    }
    if (!Collections.disjoint(targets, read)) {
      stack.beforeAssignments(targets);
    }
    for (ArrayTranslator.Move move : moves()) {
      add(move.target() + " = " + move.text() + ";");
    }
  }

  private List<ArrayTranslator.Move> moves() {
    List<ArrayTranslator.Move> moves = new ArrayList<>();
    for (int depth = 0; depth < stack.size(); depth++) {
      if (stack.at(depth) instanceof Expression value) {
        String target = scope.stack(depth, value.type()).text();
        moves.add(new ArrayTranslator.Move(target, value.signed().text(), value.reads()));
      } else if (stack.at(depth) instanceof ArrayReference array) {
        moves.addAll(arrays.moves(depth, array));
      }
    }
    List<ArrayTranslator.Move> needed = new ArrayList<>();
    for (ArrayTranslator.Move move : moves) {
      if (move.isNeeded()) {
        needed.add(move);
      }
    }
    return needed;
  }

  private Optional<CBlock.End> end(AbstractInsnNode instruction, int next)
      throws UntranslatableException {
    int opcode = instruction.getOpcode();
    if (instruction instanceof JumpInsnNode jump) {
      return Optional.of(jump(jump, next));
    }
    if (instruction instanceof TableSwitchInsnNode table) {
      List<Integer> keys = new ArrayList<>();
      for (int key = 0; key < table.labels.size(); key++) {
        keys.add(table.min + key);
      }
      return Optional.of(choice(keys, table.labels, table.dflt));
    }
    if (instruction instanceof LookupSwitchInsnNode lookup) {
      return Optional.of(choice(lookup.keys, lookup.labels, lookup.dflt));
    }
    if (opcode == Opcodes.RETURN) {
      return Optional.of(new CBlock.Return(Optional.empty()));
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.DRETURN) {
      return Optional.of(new CBlock.Return(Optional.of(stack.popExpression().signed().text())));
    }
    return Optional.empty();
  }

  private CBlock.End jump(JumpInsnNode jump, int next) throws UntranslatableException {
    int target = blockOf.applyAsInt(jump.label);
    int opcode = jump.getOpcode();
    if (opcode == Opcodes.GOTO) {
      spill(Set.of());
      return new CBlock.Jump(target);
    }
    Relation relation = Relation.ofJump(opcode).orElse(null);
    if (relation == null) {
      throw UntranslatableException.at(
          line, opcode == Opcodes.JSR ? "calls a subroutine" : "compares references");
    }
    CCondition condition;
    if (opcode <= Opcodes.IFLE) {
      condition = CCondition.zero(relation, stack.popExpression());
    } else {
      Expression right = stack.popExpression();
      condition = CCondition.integers(relation, stack.popExpression(), right);
    }
    return new CBlock.Branch(settled(condition), target, next);
  }

  /** A condition that still holds after what is left on the stack has been written. */
  private CCondition settled(CCondition condition) {
    if (stack.size() == 0) {
      return condition;
    }
    CCondition kept = condition;
    boolean readsStack = false;
    for (String variable : condition.reads()) {
      readsStack |= MethodScope.isStack(variable);
    }
    if (readsStack) {
      String name = scope.temporary();
      add("const int " + name + " = " + condition.text() + ";");
      kept = new CCondition(name, "!" + name, Set.of());
    }
    spill(kept.reads());
    return kept;
  }

  private CBlock.End choice(List<Integer> keys, List<LabelNode> labels, LabelNode otherwise) {
    Expression selector = stack.popExpression().signed();
    if (stack.size() > 0) {
      String name = scope.temporary();
      add("const int " + name + " = " + selector.text() + ";");
      selector = Expression.name(name, CType.INT);
    }
    int defaultBlock = blockOf.applyAsInt(otherwise);
    Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
    Map<Integer, Integer> sorted = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      sorted.put(keys.get(i), blockOf.applyAsInt(labels.get(i)));
    }
    for (Map.Entry<Integer, Integer> key : sorted.entrySet()) {
      if (key.getValue() != defaultBlock) {
        groups.computeIfAbsent(key.getValue(), b -> new ArrayList<>()).add(key.getKey());
      }
    }
    spill(Set.of());
    return new CBlock.Switch(selector.text(), CBlock.cases(groups), defaultBlock);
  }

  private void step(AbstractInsnNode instruction, Frame<BasicValue> frame)
      throws UntranslatableException {
    int opcode = instruction.getOpcode();
    Optional<Number> number = Instructions.constant(instruction);
    if (instruction instanceof VarInsnNode variable) {
      local(variable, frame);
    } else if (instruction instanceof IincInsnNode increment) {
      Expression old = scope.local(increment.var, CType.INT);
      assign(old.text(), JavaOperators.add(old, Expression.constant(increment.incr, CType.INT)));
    } else if (number.isPresent()) {
      stack.push(Expression.constant(number.get(), CType.of(number.get())));
    } else if (instruction instanceof LdcInsnNode) {
      throw UntranslatableException.at(line, "uses a constant that is no number");
    } else if (opcode == Opcodes.NEWARRAY) {
      arrays.make((IntInsnNode) instruction, line);
    } else if (instruction instanceof MethodInsnNode call && opcode == Opcodes.INVOKESTATIC) {
      Optional<ArrayAtomic> atomic = scope.atomic(call);
      if (atomic.isPresent()) {
        arrays.change(atomic.get(), line);
      } else {
        call(call);
      }
    } else if (opcode == Opcodes.ARRAYLENGTH) {
      arrays.length(line);
    } else if (opcode == Opcodes.AALOAD) {
      arrays.row(line);
    } else if (Instructions.loadsElement(opcode)) {
      arrays.load(opcode, line);
    } else if (Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE) {
      arrays.store(line);
    } else if (!(instruction instanceof InsnNode) || !instructions.translate(opcode)) {
      throw UntranslatableException.at(line, Refusals.reason(instruction));
    }
  }

  private void local(VarInsnNode variable, Frame<BasicValue> frame) throws UntranslatableException {
    int slot = variable.var;
    switch (variable.getOpcode()) {
      case Opcodes.ILOAD -> stack.push(scope.local(slot, CType.INT));
      case Opcodes.LLOAD -> stack.push(scope.local(slot, CType.LONG));
      case Opcodes.FLOAD -> stack.push(scope.local(slot, CType.FLOAT));
      case Opcodes.DLOAD -> stack.push(scope.local(slot, CType.DOUBLE));
      case Opcodes.ALOAD -> arrays.loadLocal(slot, frame);
      case Opcodes.ASTORE -> arrays.storeLocal(slot, frame);
      case Opcodes.ISTORE, Opcodes.LSTORE, Opcodes.FSTORE, Opcodes.DSTORE -> {
        Expression value = stack.popExpression();
        assign(scope.local(slot, value.type()).text(), value);
      }
      default -> throw UntranslatableException.at(line, "calls a subroutine");
    }
  }

  private void assign(String variable, Expression value) {
    stack.beforeAssignment(variable);
    add(variable + " = " + value.signed().text() + ";");
  }

  private void call(MethodInsnNode call) throws UntranslatableException {
    Optional<String> function = scope.function(call);
    if (function.isEmpty()) {
      throw UntranslatableException.at(line, Refusals.reason(call));
    }
    Type type = Type.getMethodType(call.desc);
    Expression[] arguments = new Expression[type.getArgumentTypes().length];
    for (int i = arguments.length - 1; i >= 0; i--) {
      if (!(stack.pop() instanceof Expression argument)) {
        throw UntranslatableException.at(
            line, "passes an array to " + call.name + ", which cannot be translated");
      }
      arguments[i] = argument;
    }
    if (type.getReturnType().getSort() == Type.VOID) {
      add(Expression.call(function.get(), CType.INT, arguments).text() + ";");
    } else if (function.get().equals("sqrt")) {
      stack.push(JavaOperators.squareRoot(arguments[0]));
    } else if (DeviceFunctions.isOne(function.get())) {
      stack.push(DeviceFunctions.call(function.get(), arguments));
    } else {
      CType result = CType.of(type.getReturnType());
      stack.push(Expression.call(function.get(), result, arguments));
    }
  }
}
