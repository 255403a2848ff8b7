package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.reduction.Accumulator;
import dev.slipstream.compiler.analysis.reduction.ReductionLanes;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Wraps the code of an iteration in that of a lane: a loop over the lane's iterations, preceded by
 * the neutral elements and followed by the stores of the results.
 */
final class LaneKernel extends KernelWriter.Additions {
  /** The only loop of such a kernel. */
  static final CountedLoop LANES =
      new CountedLoop(
          new Value.LoopVariable(0, "lane", 'I'),
          new Value.LoopVariable(0, "lane", 'I'),
          new Value.Constant('I', 1),
          Condition.Relation.LESS,
          new Value.Constant('I', Integer.MAX_VALUE));

  private static final int LANE = 0;
  private static final int WIDTH_BITS = Integer.numberOfTrailingZeros(ReductionLanes.WIDTH);

  private final ReductionLanes lanes;
  private final List<CountedLoop> dimensions;
  private final int extras;
  private final int iteration;
  private final int last;
  private final int rest;
  private final int variables;
  private final int noted;
  private final KernelWriter.Additions elements;

  /**
   * @param dimensions the loops of the nest
   * @param extras the number of the first extra parameter of lanes
   * @param free the first number that denotes no variable of the body
   * @param elements the replacements for updates of array elements
   */
  LaneKernel(
      ReductionLanes lanes,
      List<CountedLoop> dimensions,
      int extras,
      int free,
      KernelWriter.Additions elements) {
    this.elements = elements;
    this.lanes = lanes;
    this.dimensions = dimensions;
    this.extras = extras;
    this.iteration = free;
    this.last = free + 1;
    this.rest = free + 2;
    this.variables = free + 3;
    this.noted = variables + dimensions.size();
  }

  @Override
  InsnList at(Block block) {
    return note(selection -> selection.at().contains(block));
  }

  @Override
  Optional<InsnList> instead(AbstractInsnNode node) {
    return elements.instead(node);
  }

  @Override
  InsnList after(AbstractInsnNode node) {
    return note(selection -> selection.after().contains(node));
  }

  /** Code that records the iteration in which another value was taken. */
  private InsnList note(Predicate<Accumulator.Selection> taken) {
    InsnList code = new InsnList();
    for (int a = 0; a < lanes.accumulators().size(); a++) {
      if (lanes.accumulators().get(a).selection().filter(taken).isPresent()) {
        code.add(new VarInsnNode(Opcodes.ILOAD, iteration));
        code.add(new VarInsnNode(Opcodes.ISTORE, noted + a));
      }
    }
    return code;
  }

  /**
   * The body of a lane.
   *
   * @param body the instructions of an iteration, with the numbers of {@link KernelWriter}; they
   *     are moved
   */
  InsnList around(InsnList body) {
    body.remove(body.getLast());
    renumber(body);
    InsnList code = new InsnList();
    clear(code);
    findIterations(code);
    LabelNode head = new LabelNode();
    LabelNode done = new LabelNode();
    code.add(head);
    code.add(new VarInsnNode(Opcodes.ILOAD, iteration));
    code.add(new VarInsnNode(Opcodes.ILOAD, last));
    code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, done));
    computeVariables(code);
    code.add(body);
    code.add(new IincInsnNode(iteration, ReductionLanes.WIDTH));
    code.add(new JumpInsnNode(Opcodes.GOTO, head));
    code.add(done);
    store(code);
    code.add(new InsnNode(Opcodes.RETURN));
    return code;
  }

  /**
   * Renumbers the variables of the nest, which become locals, and its parameters, which follow the
   * single variable of lanes.
   */
  private void renumber(InsnList body) {
    int size = dimensions.size();
    for (AbstractInsnNode node : body) {
      if (node instanceof VarInsnNode variable && variable.var < KernelWriter.EXTRAS) {
        variable.var =
            variable.var < size ? variables + variable.var : variable.var - size + LANE + 1;
      }
    }
  }

  private void clear(InsnList code) {
    for (int a = 0; a < lanes.accumulators().size(); a++) {
      Accumulator accumulator = lanes.accumulators().get(a);
      Accumulator.Variable variable = accumulator.variable();
      code.add(new LdcInsnNode(accumulator.family().identity(variable.type())));
      code.add(new VarInsnNode(opcode(variable, Opcodes.ISTORE), local(variable)));
      if (accumulator.selection().isPresent()) {
        code.add(new InsnNode(Opcodes.ICONST_M1));
        code.add(new VarInsnNode(Opcodes.ISTORE, noted + a));
        for (Accumulator.Variable payload : accumulator.selection().get().payloads()) {
          code.add(new InsnNode(Instructions.zero(payload.type())));
          code.add(new VarInsnNode(opcode(payload, Opcodes.ISTORE), local(payload)));
        }
      }
    }
  }

  private static int local(Accumulator.Variable variable) {
    return KernelWriter.LOCALS + variable.slot();
  }

  private static int opcode(Accumulator.Variable variable, int ofInts) {
    return Type.getType(String.valueOf(variable.type())).getOpcode(ofInts);
  }

  private void loadExtra(InsnList code, int extra) {
    code.add(new VarInsnNode(Opcodes.ILOAD, extras + extra));
  }

  private void findIterations(InsnList code) {
    code.add(new VarInsnNode(Opcodes.ILOAD, LANE));
    code.add(new LdcInsnNode(WIDTH_BITS));
    code.add(new InsnNode(Opcodes.ISHR));
    loadExtra(code, lanes.steps());
    code.add(new InsnNode(Opcodes.IMUL));
    code.add(new LdcInsnNode(WIDTH_BITS));
    code.add(new InsnNode(Opcodes.ISHL));
    code.add(new VarInsnNode(Opcodes.ISTORE, iteration));
    code.add(new VarInsnNode(Opcodes.ILOAD, iteration));
    loadExtra(code, lanes.steps());
    code.add(new LdcInsnNode(WIDTH_BITS));
    code.add(new InsnNode(Opcodes.ISHL));
    code.add(new InsnNode(Opcodes.IADD));
    loadExtra(code, lanes.total());
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Math", "min", "(II)I", false));
    code.add(new VarInsnNode(Opcodes.ISTORE, last));
    code.add(new VarInsnNode(Opcodes.ILOAD, iteration));
    code.add(new VarInsnNode(Opcodes.ILOAD, LANE));
    code.add(new LdcInsnNode(ReductionLanes.WIDTH - 1));
    code.add(new InsnNode(Opcodes.IAND));
    code.add(new InsnNode(Opcodes.IADD));
    code.add(new VarInsnNode(Opcodes.ISTORE, iteration));
  }

  /**
   * Code that computes {@code start + step * number of the iteration in this loop}, the innermost
   * loop first.
   */
  private void computeVariables(InsnList code) {
    code.add(new VarInsnNode(Opcodes.ILOAD, iteration));
    code.add(new VarInsnNode(Opcodes.ISTORE, rest));
    for (int d = dimensions.size() - 1; d >= 0; d--) {
      loadExtra(code, lanes.start(d));
      code.add(new VarInsnNode(Opcodes.ILOAD, rest));
      if (d > 0) {
        loadExtra(code, lanes.count(d));
        code.add(new InsnNode(Opcodes.IREM));
      }
      if (dimensions.get(d).kernelStep() != 1) {
        code.add(new LdcInsnNode(dimensions.get(d).kernelStep()));
        code.add(new InsnNode(Opcodes.IMUL));
      }
      code.add(new InsnNode(Opcodes.IADD));
      code.add(new VarInsnNode(Opcodes.ISTORE, variables + d));
      if (d > 0) {
        code.add(new VarInsnNode(Opcodes.ILOAD, rest));
        loadExtra(code, lanes.count(d));
        code.add(new InsnNode(Opcodes.IDIV));
        code.add(new VarInsnNode(Opcodes.ISTORE, rest));
      }
    }
  }

  private void store(InsnList code) {
    int array = lanes.firstArray();
    for (int a = 0; a < lanes.accumulators().size(); a++) {
      for (Accumulator.Variable left : lanes.left(lanes.accumulators().get(a))) {
        code.add(new VarInsnNode(Opcodes.ALOAD, extras + array++));
        code.add(new VarInsnNode(Opcodes.ILOAD, LANE));
        int from = left.slot() < 0 ? noted + a : local(left);
        code.add(new VarInsnNode(opcode(left, Opcodes.ILOAD), from));
        code.add(new InsnNode(opcode(left, Opcodes.IASTORE)));
      }
    }
  }
}
