package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Writes the instructions of one iteration. Captures become parameters, locals of the loop become
 * locals of the method, and the end of the iteration returns. Parameters are numbered by their
 * position; {@link KernelClassWriter} assigns slots to them.
 */
final class KernelWriter {
  /**
   * The first number of a local; smaller numbers are the loop variables and parameters, by
   * position.
   */
  static final int LOCALS = 1 << 12;

  /** The first number of the parameters that are no captures; they end at {@link #LOCALS}. */
  static final int EXTRAS = 1 << 11;

  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final NestStructure nest;
  private final Captures captures;
  private final String className;
  private final KernelChecks checks;
  private final boolean checksAll;
  private final int free;
  private final Additions additions;
  private final InsnList code = new InsnList();
  private final Map<Block, LabelNode> starts = new HashMap<>();
  private final LabelNode end = new LabelNode();
  private @Nullable KernelMathLibrary library;

  /**
   * @param className the internal name of the kernel class
   * @param checks the instructions that may throw
   * @param checksAll whether the kernel checks all of them, or only those about which nothing could
   *     be proven
   * @param free the first of two local slots that the region does not use
   * @param additions instructions to insert or to replace
   */
  KernelWriter(
      NestStructure nest,
      Captures captures,
      String className,
      KernelChecks checks,
      boolean checksAll,
      int free,
      Additions additions) {
    this.flow = nest.flow();
    this.execution = nest.execution();
    this.nest = nest;
    this.captures = captures;
    this.className = className;
    this.checks = checks;
    this.checksAll = checksAll;
    this.free = free;
    this.additions = additions;
  }

  /**
   * Changes to the program's instructions, in the numbering of the body. This class changes
   * nothing.
   */
  static class Additions {
    /** The instructions to insert at the start of a block. */
    InsnList at(Block block) {
      return new InsnList();
    }

    /** The instructions that replace an instruction. */
    Optional<InsnList> instead(AbstractInsnNode node) {
      return Optional.empty();
    }

    /** The instructions to insert after an instruction. */
    InsnList after(AbstractInsnNode node) {
      return new InsnList();
    }

    /**
     * The replacement for the jump at the end of a block, if the block has only one successor in
     * the kernel.
     */
    Optional<Detour> detour(Block block) {
      return Optional.empty();
    }
  }

  /**
   * The replacement for a jump that decides nothing.
   *
   * @param code brings the stack into the state that the target expects
   * @param target the successor; empty for the end of the iteration
   */
  record Detour(InsnList code, Optional<Block> target) {}

  /**
   * The instructions of the body. Loop variables are locals 0 to d - 1, parameter p is local d + p
   * (one number each, regardless of its size), and a local of the loop is {@link #LOCALS} plus its
   * slot.
   */
  InsnList write() {
    List<Block> blocks = new ArrayList<>(nest.body());
    blocks.sort(Block.IN_ORDER);
    blocks.remove(nest.stay(0));
    blocks.add(0, nest.stay(0));
    for (Block block : blocks) {
      starts.put(block, new LabelNode());
    }
    storeVariable(0);
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      code.add(startOf(block));
      int dimension = nest.dimensionOf(block);
      if (dimension > 0) {
        storeVariable(dimension);
        code.add(new JumpInsnNode(Opcodes.GOTO, startOf(nest.stay(dimension))));
      } else {
        code.add(additions.at(block));
        copy(block);
        Block following = b + 1 < blocks.size() ? blocks.get(b + 1) : null;
        fallThrough(block, following);
      }
    }
    code.add(end);
    code.add(new InsnNode(Opcodes.RETURN));
    return code;
  }

  /** The methods that the body calls, apart from those of the JDK. */
  List<MethodNode> helpers() {
    return library == null ? List.of() : library.methods();
  }

  /** Calls a method of the agent, which is copied into the kernel class. */
  private MethodInsnNode helper(String owner, String name, String descriptor) {
    if (library == null) {
      library = new KernelMathLibrary(className);
    }
    return library.call(owner, name, descriptor);
  }

  private void storeVariable(int dimension) {
    CountedLoop loop = nest.dimensions().get(dimension);
    boolean isLong = loop.variable().kind() == 'J';
    if (loop.isNumbered()) {
      InvariantCode invariants = new InvariantCode(code, this::load);
      invariants.write(loop.initial());
      code.add(new VarInsnNode(Opcodes.ILOAD, dimension));
      if (isLong) {
        code.add(new InsnNode(Opcodes.I2L));
      }
      invariants.write(loop.step());
      code.add(new InsnNode(isLong ? Opcodes.LMUL : Opcodes.IMUL));
      code.add(new InsnNode(isLong ? Opcodes.LADD : Opcodes.IADD));
    } else {
      code.add(new VarInsnNode(Opcodes.ILOAD, dimension));
    }
    int store = isLong ? Opcodes.LSTORE : Opcodes.ISTORE;
    code.add(new VarInsnNode(store, LOCALS + nest.slot(dimension)));
  }

  private LabelNode startOf(Block block) {
    LabelNode label = starts.get(block);
    if (label == null) {
      throw new IllegalStateException(block + " is not part of the body");
    }
    return label;
  }

  private void copy(Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (node instanceof LineNumberNode line) {
        LabelNode here = new LabelNode();
        code.add(here);
        code.add(new LineNumberNode(line.line, here));
      } else if (node.getOpcode() >= 0) {
        check(node);
        Optional<InsnList> instead =
            node == flow.lastInstruction(block) ? detour(block) : Optional.empty();
        instead = instead.isPresent() ? instead : additions.instead(node);
        if (instead.isPresent()) {
          code.add(instead.get());
        } else {
          copy(block, node, execution.before(i).orElseThrow());
        }
        code.add(additions.after(node));
      }
    }
  }

  private Optional<InsnList> detour(Block block) {
    Optional<Detour> detour = additions.detour(block);
    if (detour.isEmpty()) {
      return Optional.empty();
    }
    Optional<Block> target = detour.get().target();
    InsnList way = detour.get().code();
    way.add(new JumpInsnNode(Opcodes.GOTO, target.isPresent() ? startOf(target.get()) : end));
    return Optional.of(way);
  }

  private void copy(Block block, AbstractInsnNode node, Frame<Value> frame) {
    if (node instanceof VarInsnNode variable) {
      copyVariable(variable, frame);
    } else if (node instanceof IincInsnNode increment) {
      code.add(new IincInsnNode(LOCALS + increment.var, increment.incr));
    } else if (node instanceof JumpInsnNode jump
        && (node.getOpcode() == Opcodes.IFNULL || node.getOpcode() == Opcodes.IFNONNULL)) {
      Value object = frame.getStack(frame.getStackSize() - 1);
      code.add(new InsnNode(Opcodes.POP));
      load(new Value.Property(Value.Property.Question.IS_NULL, object, ""));
      code.add(
          new JumpInsnNode(
              node.getOpcode() == Opcodes.IFNULL ? Opcodes.IFNE : Opcodes.IFEQ,
              target(block, flow.blockAt(jump.label))));
    } else if (node.getOpcode() == Opcodes.IALOAD
        && Value.SwitchCase.isTable(frame.getStack(frame.getStackSize() - 2))) {
      code.add(new InsnNode(Opcodes.POP2));
      Value.Field table = (Value.Field) frame.getStack(frame.getStackSize() - 2);
      load(new Value.SwitchCase(table, (Value.Property) frame.getStack(frame.getStackSize() - 1)));
    } else if (node instanceof FieldInsnNode field) {
      if (node.getOpcode() == Opcodes.GETFIELD) {
        code.add(new InsnNode(Opcodes.POP));
        Value object = frame.getStack(frame.getStackSize() - 1);
        load(node, new Value.Field(Optional.of(object), field.owner, field.name, field.desc));
      } else {
        load(node, new Value.Field(Optional.empty(), field.owner, field.name, field.desc));
      }
    } else if (node instanceof MethodInsnNode call) {
      copyCall(call, frame);
    } else if (node.getOpcode() == Opcodes.FREM) {
      code.add(helper("Remainder", "remainderFloat", "(FF)F"));
    } else if (node.getOpcode() == Opcodes.DREM) {
      code.add(helper("Remainder", "remainderDouble", "(DD)D"));
    } else if (node.getOpcode() == Opcodes.NEWARRAY) {
      // The constant was pushed directly before, whatever its origin in the program is.
      Value length = frame.getStack(frame.getStackSize() - 1);
      code.add(new InsnNode(Opcodes.POP));
      code.add(new LdcInsnNode((int) ((Value.Constant) length).number()));
      code.add(node.clone(Map.of()));
    } else if (node.getOpcode() == Opcodes.ATHROW) {
      throwing(checks.number(node, checksAll));
    } else {
      code.add(node.clone(targets(block, node)));
    }
  }

  /** Adds a check before an instruction that may throw: the kernel aborts if it would. */
  private void check(AbstractInsnNode node) {
    int number = checks.number(node, checksAll);
    if (number == 0 || node.getOpcode() == Opcodes.ATHROW) {
      return;
    }
    LabelNode fine = new LabelNode();
    int opcode = node.getOpcode();
    if (Instructions.loadsElement(opcode)) {
      requireInside(fine, number);
    } else if (Instructions.storesElement(opcode)) {
      int slot = LOCALS + free;
      code.add(new VarInsnNode(storeOf(opcode), slot));
      requireInside(fine, number);
      code.add(new VarInsnNode(storeOf(opcode) - Opcodes.ISTORE + Opcodes.ILOAD, slot));
    } else if (dividesLongs(node)) {
      code.add(new InsnNode(Opcodes.DUP2));
      code.add(new InsnNode(Opcodes.LCONST_0));
      code.add(new InsnNode(Opcodes.LCMP));
      code.add(new JumpInsnNode(Opcodes.IFNE, fine));
      giveUp(number);
      code.add(fine);
    } else {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new JumpInsnNode(Opcodes.IFNE, fine));
      giveUp(number);
      code.add(fine);
    }
  }

  private static boolean dividesLongs(AbstractInsnNode node) {
    return node instanceof MethodInsnNode call
        ? call.desc.charAt(call.desc.indexOf(')') - 1) == 'J'
        : node.getOpcode() == Opcodes.LDIV || node.getOpcode() == Opcodes.LREM;
  }

  private static int storeOf(int arrayStore) {
    return switch (arrayStore) {
      case Opcodes.LASTORE -> Opcodes.LSTORE;
      case Opcodes.FASTORE -> Opcodes.FSTORE;
      case Opcodes.DASTORE -> Opcodes.DSTORE;
      default -> Opcodes.ISTORE;
    };
  }

  /** Adds a check that an index is inside an array. Both are on the stack and remain there. */
  private void requireInside(LabelNode fine, int number) {
    code.add(new InsnNode(Opcodes.DUP2));
    code.add(new InsnNode(Opcodes.SWAP));
    code.add(new InsnNode(Opcodes.ARRAYLENGTH));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "java/lang/Integer", "compareUnsigned", "(II)I", false));
    code.add(new JumpInsnNode(Opcodes.IFLT, fine));
    giveUp(number);
    code.add(fine);
  }

  /**
   * Adds the code for an instruction that throws. Without a number that instruction is never
   * reached.
   */
  private void throwing(int number) {
    if (number == 0) {
      code.add(new InsnNode(Opcodes.RETURN));
    } else {
      giveUp(number);
    }
  }

  /** Stores the violation's number and ends this part of the launch; other parts may continue. */
  private void giveUp(int number) {
    code.add(new VarInsnNode(Opcodes.ALOAD, EXTRAS));
    code.add(new InsnNode(Opcodes.ICONST_0));
    code.add(new LdcInsnNode(number));
    code.add(new InsnNode(Opcodes.IASTORE));
    code.add(new InsnNode(Opcodes.RETURN));
  }

  private void copyVariable(VarInsnNode variable, Frame<Value> frame) {
    if (Liveness.readSlot(variable) >= 0) {
      Value value = frame.getLocal(variable.var);
      if (value.isCapture()) {
        load(variable, value);
        return;
      }
    }
    code.add(new VarInsnNode(variable.getOpcode(), LOCALS + variable.var));
  }

  /** Whether an instruction loads a reference that is only tested for null. */
  private static boolean isOnlyTested(AbstractInsnNode load) {
    AbstractInsnNode next = load.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return next != null
        && (next.getOpcode() == Opcodes.IFNULL || next.getOpcode() == Opcodes.IFNONNULL);
  }

  private void load(AbstractInsnNode node, Value value) {
    if (isOnlyTested(node)) {
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    } else {
      load(value);
    }
  }

  /** Loads a capture. Objects only lead to other captures, so any reference may replace them. */
  private void load(Value value) {
    String type = Captures.passedType(value);
    boolean isReachedThrough =
        value.kind() == 'A' && !value.isArrayOfNumbers() && !value.isArrayOfArrays();
    if (isReachedThrough || Value.SwitchCase.isTable(value)) {
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    } else {
      int opcode = Type.getType(type).getOpcode(Opcodes.ILOAD);
      int position = nest.dimensions().size() + captures.parameter(value);
      code.add(new VarInsnNode(opcode, position));
    }
  }

  private void copyCall(MethodInsnNode call, Frame<Value> frame) {
    if (Intrinsics.isNullCheck(call)) {
      return;
    }
    if (call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
      Value object = frame.getStack(frame.getStackSize() - 1);
      code.add(new InsnNode(Opcodes.POP));
      boolean below =
          frame.getStackSize() > 1
              && Value.SwitchCase.isTable(frame.getStack(frame.getStackSize() - 2));
      if (below) {
        // The switch's case already contains the ordinal.
        code.add(new InsnNode(Opcodes.ICONST_0));
      } else {
        load(new Value.Property(Value.Property.Question.ORDINAL, object, ""));
      }
      return;
    }
    Optional<Intrinsics.Emulation> emulation = Intrinsics.emulation(call);
    if (emulation.isPresent()) {
      code.add(helper(emulation.get().owner(), emulation.get().name(), call.desc));
    } else {
      boolean strict = call.owner.equals("java/lang/StrictMath");
      if (strict && call.name.equals("copySign")) {
        dropSignOfNaN(call.desc.charAt(1) == 'D');
      }
      String owner = strict ? "java/lang/Math" : call.owner;
      code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, call.name, call.desc, false));
    }
  }

  /**
   * Clears the sign of a NaN on the stack: {@code StrictMath} treats a NaN as positive, {@code
   * Math} need not.
   */
  private void dropSignOfNaN(boolean isDouble) {
    String owner = isDouble ? "java/lang/Double" : "java/lang/Float";
    String toBits = isDouble ? "doubleToLongBits" : "floatToIntBits";
    String fromBits = isDouble ? "longBitsToDouble" : "intBitsToFloat";
    String number = isDouble ? "D" : "F";
    String bits = isDouble ? "J" : "I";
    code.add(call(owner, toBits, "(" + number + ")" + bits));
    code.add(call(owner, fromBits, "(" + bits + ")" + number));
  }

  private static MethodInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  private LabelNode target(Block from, Block to) {
    return nest.endsIteration(from, to) ? end : startOf(to);
  }

  private Map<LabelNode, LabelNode> targets(Block from, AbstractInsnNode node) {
    Map<LabelNode, LabelNode> targets = new HashMap<>();
    if (node instanceof JumpInsnNode
        || node instanceof TableSwitchInsnNode
        || node instanceof LookupSwitchInsnNode) {
      for (LabelNode label : ControlFlow.targets(node)) {
        targets.put(label, target(from, flow.blockAt(label)));
      }
    }
    return targets;
  }

  private void fallThrough(Block block, @Nullable Block following) {
    int last = flow.instructions().get(block.last()).getOpcode();
    if (code.getLast().getOpcode() == Opcodes.GOTO
        || !Instructions.fallsThrough(last)
        || block.last() + 1 >= flow.instructions().size()) {
      return;
    }
    Block through = flow.blockAt(block.last() + 1);
    if (nest.endsIteration(block, through)) {
      code.add(new JumpInsnNode(Opcodes.GOTO, end));
    } else if (through != following) {
      code.add(new JumpInsnNode(Opcodes.GOTO, startOf(through)));
    }
  }
}
