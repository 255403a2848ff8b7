package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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

/** Translates one basic block by running its instructions on a stack of expressions. */
final class BlockTranslator {
  private final MethodTranslator method;
  private final FunctionWriter functions;
  private final List<CBlock.Line> statements = new ArrayList<>();
  private final OperandStack stack;
  private int line;

  /**
   * @param method the block's method
   * @param functions the C functions that it may call
   * @param line the source line in effect before the block
   */
  BlockTranslator(MethodTranslator method, FunctionWriter functions, int line) {
    this.method = method;
    this.functions = functions;
    this.line = line;
    this.stack = new OperandStack(method, this);
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
    for (int depth = 0; depth < start.getStackSize(); depth++) {
      BasicValue value = start.getStack(depth);
      String place = "s" + depth;
      stack.push(
          value.isReference()
              ? method.reference(place, value)
              : method.variable(place, CType.of(value.getType())));
    }
    Frame<BasicValue> frame = new Frame<>(start);
    for (AbstractInsnNode instruction : code) {
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      } else if (instruction.getOpcode() >= 0) {
        CBlock ended = end(instruction, next);
        if (ended != null) {
          return ended;
        }
        step(instruction, frame);
      }
    }
    spill(Set.of());
    return CBlock.jump(statements, next, line);
  }

  /** Adds a statement. */
  void add(String text) {
    statements.add(new CBlock.Line(0, text, line));
  }

  /**
   * Assigns the values that are left on the stack to the variables from which the next block reads
   * them.
   */
  private void spill(Set<String> readLater) {
    Set<String> targets = new HashSet<>();
    Set<String> read = new HashSet<>(readLater);
    for (Move move : moves()) {
      targets.add(move.target());
      read.addAll(move.reads());
    }
    if (!Collections.disjoint(targets, read)) {
      stack.beforeAssignments(targets);
    }
    for (Move move : moves()) {
      add(move.target() + " = " + move.text() + ";");
    }
  }

  /** An assignment at the end of a block. */
  private record Move(String target, String text, Set<String> reads) {}

  private List<Move> moves() {
    List<Move> moves = new ArrayList<>();
    for (int depth = 0; depth < stack.size(); depth++) {
      String place = "s" + depth;
      if (stack.at(depth) instanceof Expression value) {
        String target = method.variable(place, value.type()).text();
        add(new Move(target, value.signed().text(), value.reads()), moves);
      } else if (stack.at(depth) instanceof ArrayReference array) {
        ArrayReference target = method.target(place, array).orElse(array);
        for (int i = 0; i < array.parts().size(); i++) {
          ArrayReference.Part part = array.parts().get(i);
          add(new Move(target.parts().get(i).text(), part.text(), part.reads()), moves);
        }
      }
    }
    return moves;
  }

  private static void add(Move move, List<Move> moves) {
    if (!move.text().equals(move.target())) {
      moves.add(move);
    }
  }

  private @Nullable CBlock end(AbstractInsnNode instruction, int next)
      throws UntranslatableException {
    int opcode = instruction.getOpcode();
    if (instruction instanceof JumpInsnNode jump) {
      return jump(jump, next);
    }
    if (instruction instanceof TableSwitchInsnNode table) {
      List<Integer> keys = new ArrayList<>();
      for (int key = 0; key < table.labels.size(); key++) {
        keys.add(table.min + key);
      }
      return choice(keys, table.labels, table.dflt);
    }
    if (instruction instanceof LookupSwitchInsnNode lookup) {
      return choice(lookup.keys, lookup.labels, lookup.dflt);
    }
    if (opcode == Opcodes.RETURN) {
      return CBlock.leave(statements, "", line);
    }
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.DRETURN
        ? CBlock.leave(statements, stack.popExpression().signed().text(), line)
        : null;
  }

  private CBlock jump(JumpInsnNode jump, int next) throws UntranslatableException {
    int target = method.blockAt(jump.label);
    int opcode = jump.getOpcode();
    if (opcode == Opcodes.GOTO) {
      spill(Set.of());
      return CBlock.jump(statements, target, line);
    }
    Relation relation = Relation.ofJump(opcode).orElse(null);
    if (relation == null) {
      throw UntranslatableException.at(
          line, opcode == Opcodes.JSR ? "calls a subroutine" : "compares references");
    }
    Expression top = stack.popExpression();
    CBlock.Condition condition =
        settled(
            opcode <= Opcodes.IFLE
                ? JavaOperators.zero(relation, top)
                : JavaOperators.integers(relation, stack.popExpression(), top));
    return new CBlock(statements, condition, "", List.of(), List.of(target, next), line);
  }

  /** A form of a condition that remains valid after the values on the stack have been assigned. */
  private CBlock.Condition settled(CBlock.Condition condition) {
    if (stack.size() == 0) {
      return condition;
    }
    CBlock.Condition kept = condition;
    boolean readsStack = false;
    for (String variable : condition.reads()) {
      readsStack |= MethodTranslator.isStack(variable);
    }
    if (readsStack) {
      String name = method.temporary();
      add("const int " + name + " = " + condition.text() + ";");
      kept = new CBlock.Condition(name, "!" + name, Set.of());
    }
    spill(kept.reads());
    return kept;
  }

  private CBlock choice(List<Integer> keys, List<LabelNode> labels, LabelNode otherwise) {
    Expression selector = stack.popExpression().signed();
    if (stack.size() > 0) {
      String name = method.temporary();
      add("const int " + name + " = " + selector.text() + ";");
      selector = Expression.name(name, CType.INT);
    }
    Map<Integer, Integer> sorted = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      sorted.put(keys.get(i), method.blockAt(labels.get(i)));
    }
    List<Integer> targets = new ArrayList<>(sorted.values());
    targets.add(method.blockAt(otherwise));
    spill(Set.of());
    return new CBlock(
        statements, null, selector.text(), List.copyOf(sorted.keySet()), targets, line);
  }

  private void step(AbstractInsnNode instruction, Frame<BasicValue> frame)
      throws UntranslatableException {
    int opcode = instruction.getOpcode();
    Optional<Number> number = Instructions.constant(instruction);
    if (instruction instanceof VarInsnNode variable) {
      local(variable, frame);
    } else if (instruction instanceof IincInsnNode increment) {
      Expression old = method.variable("v" + increment.var, CType.INT);
      assign(old.text(), JavaOperators.add(old, Expression.constant(increment.incr, CType.INT)));
    } else if (number.isPresent()) {
      stack.push(Expression.constant(number.get(), CType.of(number.get())));
    } else if (instruction instanceof LdcInsnNode) {
      throw UntranslatableException.at(line, "uses a constant that is no number");
    } else if (opcode == Opcodes.NEWARRAY) {
      makeArray((IntInsnNode) instruction);
    } else if (instruction instanceof MethodInsnNode call && opcode == Opcodes.INVOKESTATIC) {
      Optional<ArrayAtomic> atomic = functions.atomic(call);
      if (atomic.isPresent()) {
        change(atomic.get());
      } else {
        call(call);
      }
    } else if (opcode == Opcodes.ARRAYLENGTH) {
      stack.push(array().length());
    } else if (opcode == Opcodes.AALOAD) {
      loadRow();
    } else if (Instructions.loadsElement(opcode)) {
      loadElement(opcode);
    } else if (Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE) {
      storeElement();
    } else if (!(instruction instanceof InsnNode)
        || !(stack.rearrange(opcode) || compute(opcode))) {
      throw UntranslatableException.at(line, instruction);
    }
  }

  /** Translates an instruction that computes with numbers; returns false for any other one. */
  private boolean compute(int opcode) {
    boolean computes =
        (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR)
            || (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG);
    if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
      stack.push(JavaOperators.conversion(opcode, stack.popExpression()));
      return true;
    }
    if (!computes || opcode == Opcodes.FREM || opcode == Opcodes.DREM) {
      return false;
    }
    Expression right = stack.popExpression();
    boolean isNegation = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
    stack.push(
        isNegation
            ? JavaOperators.negate(right)
            : JavaOperators.binary(opcode, stack.popExpression(), right));
    return true;
  }

  private void local(VarInsnNode variable, Frame<BasicValue> frame) throws UntranslatableException {
    String place = "v" + variable.var;
    switch (variable.getOpcode()) {
      case Opcodes.ILOAD -> stack.push(method.variable(place, CType.INT));
      case Opcodes.LLOAD -> stack.push(method.variable(place, CType.LONG));
      case Opcodes.FLOAD -> stack.push(method.variable(place, CType.FLOAT));
      case Opcodes.DLOAD -> stack.push(method.variable(place, CType.DOUBLE));
      case Opcodes.ALOAD -> stack.push(method.reference(place, frame.getLocal(variable.var)));
      case Opcodes.ASTORE -> {
        if (stack.pop() instanceof ArrayReference array) {
          method.target(place, array).ifPresent(target -> assign(target, array));
          frame.setLocal(
              variable.var, new ArrayInterpreter.ArrayValue(array.shape(), array.parameter()));
        } else {
          frame.setLocal(variable.var, BasicValue.REFERENCE_VALUE);
        }
      }
      case Opcodes.ISTORE, Opcodes.LSTORE, Opcodes.FSTORE, Opcodes.DSTORE -> {
        Expression value = stack.popExpression();
        assign(method.variable(place, value.type()).text(), value);
      }
      default -> throw UntranslatableException.at(line, "calls a subroutine");
    }
  }

  private void assign(String variable, Expression value) {
    stack.beforeAssignments(Set.of(variable));
    add(variable + " = " + value.signed().text() + ";");
  }

  private void assign(ArrayReference target, ArrayReference value) {
    if (target.parts().equals(value.parts())) {
      return;
    }
    Set<String> names = new HashSet<>();
    for (ArrayReference.Part part : target.parts()) {
      names.add(part.text());
    }
    stack.beforeAssignments(names);
    // The variables are assigned in sequence.
    ArrayReference kept = value.readsAnyOf(names) ? stack.named(value) : value;
    for (int i = 0; i < kept.parts().size(); i++) {
      add(target.parts().get(i).text() + " = " + kept.parts().get(i).text() + ";");
    }
  }

  private ArrayReference array() throws UntranslatableException {
    if (stack.pop() instanceof ArrayReference array) {
      return array;
    }
    throw UntranslatableException.at(
        line, "uses an array variable that may refer to arrays of several types, or to null");
  }

  private void makeArray(IntInsnNode instruction) throws UntranslatableException {
    String length = stack.popExpression().text();
    if (!length.matches("[0-9]{1,9}")) {
      throw UntranslatableException.at(line, instruction);
    }
    char element = Instructions.elementOfNew(instruction.operand);
    int elements = Integer.parseInt(length);
    ArrayReference array = method.make(instruction, element, elements);
    stack.beforeStore();
    String name = array.parts().get(0).text();
    add("for (int z = 0; z < " + length + "; z++) " + name + "[z] = 0;");
    stack.push(array);
  }

  private void loadRow() throws UntranslatableException {
    Expression index = stack.popExpression();
    ArrayReference array = array();
    if (array.shape().depth() == 1) {
      throw new IllegalStateException("an array of arrays was expected on the stack");
    }
    stack.push(array.row(index.readsMemory() ? stack.named(index) : index));
  }

  private void loadElement(int opcode) throws UntranslatableException {
    Expression index = stack.popExpression();
    CType type =
        switch (opcode) {
          case Opcodes.LALOAD -> CType.LONG;
          case Opcodes.FALOAD -> CType.FLOAT;
          case Opcodes.DALOAD -> CType.DOUBLE;
          default -> CType.INT;
        };
    stack.push(array().element(index, type));
  }

  private void storeElement() throws UntranslatableException {
    Expression value = stack.popExpression();
    Expression index = stack.popExpression();
    ArrayReference array = array();
    stack.beforeStore();
    Expression stored =
        array.shape().element() == 'Z'
            ? JavaOperators.and(value, Expression.constant(1, CType.INT))
            : value;
    add(array.elementText(index) + " = " + stored.signed().text() + ";");
  }

  /** Translates an atomic update of an element. */
  private void change(ArrayAtomic atomic) throws UntranslatableException {
    Expression value = stack.popExpression();
    Expression index = stack.popExpression();
    String element = array().elementText(index);
    stack.beforeStore();
    String function =
        switch (atomic.family()) {
          case PLUS -> "add";
          case MIN -> "min";
          case MAX -> "max";
          case AND -> "and";
          case OR -> "or";
          case XOR -> "xor";
          case TIMES -> throw new IllegalArgumentException(atomic.toString());
        };
    String prefix = atomic.type() == 'J' ? "atom_" : "atomic_";
    add(prefix + function + "(&" + element + ", " + value.signed().text() + ");");
  }

  private void call(MethodInsnNode call) throws UntranslatableException {
    Optional<String> device = functions.deviceFunction(call);
    Optional<String> function = device.isPresent() ? device : functions.find(call);
    if (function.isEmpty()) {
      throw UntranslatableException.at(line, call);
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
    } else if (device.isPresent()) {
      stack.push(JavaOperators.deviceFunction(function.get(), arguments));
    } else {
      CType result = CType.of(type.getReturnType());
      stack.push(Expression.call(function.get(), result, arguments));
    }
  }
}
