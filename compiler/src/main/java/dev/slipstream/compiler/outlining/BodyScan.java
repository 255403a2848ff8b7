package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.analysis.bounds.FirstTurn;
import dev.slipstream.compiler.analysis.bounds.LaunchGuards;
import dev.slipstream.compiler.analysis.bounds.WorkEstimate;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.normalisation.inlining.ThrowSite;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Checks every instruction of a body and records what must be proven about it. Array accesses and
 * divisions are collected only here.
 */
final class BodyScan {
  /** The approximate number of instructions that {@code Math.exp} and similar functions run. */
  private static final int INSTRUCTIONS_OF_A_FUNCTION = 50;

  private final ControlFlow flow;
  private final Captures captures;
  private final ReachedObjects objects;
  private final NestStructure nest;
  private final SourceLines lines;
  private final Map<AbstractInsnNode, RefusalException> missing;
  private final List<LaunchGuards.LeftOut> leftOut = new ArrayList<>();
  private final Map<AbstractInsnNode, AccessSite> accesses = new LinkedHashMap<>();
  private final Map<AbstractInsnNode, DivisionSite> divisions = new LinkedHashMap<>();
  private final Map<Block, Surroundings> surroundings = new HashMap<>();
  private final KernelChecks checks = new KernelChecks();
  private final List<WorkEstimate> work = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private Map<AbstractInsnNode, ElementUpdates.Update> steps = Map.of();
  private @Nullable RefusalException refusal;
  private long privateBytes;

  /** What all accesses of a block share. */
  private record Surroundings(
      boolean runsAlways, boolean runsAsConditionsSay, List<CountedLoop> loops) {}

  /**
   * @param missing the instructions that replace code which no kernel can contain, with the reasons
   */
  BodyScan(
      Captures captures,
      ReachedObjects objects,
      NestStructure nest,
      Map<AbstractInsnNode, RefusalException> missing) {
    this.flow = nest.flow();
    this.captures = captures;
    this.objects = objects;
    this.nest = nest;
    this.lines = new SourceLines(flow.instructions());
    this.missing = Map.copyOf(missing);
  }

  /**
   * Scans the body.
   *
   * @throws RefusalException if something in it cannot be part of a kernel
   */
  void scan() throws RefusalException {
    SymbolicExecution execution = nest.execution();
    execution.walk(
        (block, node, frame) -> {
          if (refusal == null) {
            try {
              if (nest.isBody(block)) {
                visit(block, node, frame, execution);
              } else if (nest.dimensionOf(block) >= 0) {
                visitHead(node, frame);
              }
            } catch (RefusalException reason) {
              refusal = reason;
            }
          }
        });
    if (refusal != null) {
      throw refusal;
    }
    if (mayChangeElements()) {
      steps = new ElementReductions(nest, accesses).find();
      steps.forEach(
          (node, update) ->
              accesses.computeIfPresent(node, (n, site) -> site.accumulating(update.family())));
    }
    FirstTurns first = new FirstTurns(nest, accesses);
    accesses.replaceAll((node, site) -> site.beginning(first.of(node, site)));
    CertainLoops certain = new CertainLoops(nest);
    for (Block block : flow.blocks()) {
      if (nest.isBody(block) && execution.runs(block)) {
        int instructions = 0;
        for (int i = block.first(); i <= block.last(); i++) {
          instructions += cost(flow.instructions().get(i));
        }
        work.add(
            new WorkEstimate(
                instructions, nest.countedLoopsAround(block), certain.areAround(block)));
      }
    }
  }

  /** Whether the elements of some array are both read and written, so that updates are possible. */
  private boolean mayChangeElements() {
    BitSet read = new BitSet();
    BitSet written = new BitSet();
    for (AccessSite access : accesses.values()) {
      if (!access.isPrivate() && access.kind() == AccessSite.Kind.READ) {
        read.set(access.parameter());
      } else if (!access.isPrivate() && access.writes()) {
        written.set(access.parameter());
      }
    }
    return read.intersects(written);
  }

  private static int cost(AbstractInsnNode node) {
    if (node instanceof MethodInsnNode call && Intrinsics.emulation(call).isPresent()) {
      return INSTRUCTIONS_OF_A_FUNCTION;
    }
    return node.getOpcode() >= 0 ? 1 : 0;
  }

  /** The accesses to elements, by their instructions in the order of the body. */
  Map<AbstractInsnNode, AccessSite> accesses() {
    return accesses;
  }

  /** The divisions, by their instructions in the order of the body. */
  Map<AbstractInsnNode, DivisionSite> divisions() {
    return divisions;
  }

  /** The atomic updates of elements, by the instructions that take part in them. */
  Map<AbstractInsnNode, ElementUpdates.Update> steps() {
    return steps;
  }

  /** The instructions that may throw. */
  KernelChecks checks() {
    return checks;
  }

  /** Makes the kernel check what no execution will ever prove. */
  void checkWhatIsNeverKnown(StaticLimits limits) {
    for (Map.Entry<AbstractInsnNode, AccessSite> access : accesses.entrySet()) {
      AccessSite site = access.getValue();
      if (!limits.isKnown(site)) {
        if (site.kind() != AccessSite.Kind.LENGTH) {
          checks.checkAlways(access.getKey());
        }
        access.setValue(site.withCheck());
      }
    }
    for (Map.Entry<AbstractInsnNode, DivisionSite> division : divisions.entrySet()) {
      DivisionSite site = division.getValue();
      if (site.inBody() && !limits.isKnown(site)) {
        checks.checkAlways(division.getKey());
        division.setValue(site.withCheck());
      }
    }
  }

  /** The code that the kernel does not contain. */
  List<LaunchGuards.LeftOut> leftOut() {
    return leftOut;
  }

  List<WorkEstimate> work() {
    return work;
  }

  /** Remarks for the report. */
  String note() {
    return String.join(", ", notes);
  }

  /** The size in bytes of the arrays that an iteration creates. */
  long privateBytes() {
    return privateBytes;
  }

  private void visit(
      Block block, AbstractInsnNode node, Frame<Value> frame, SymbolicExecution execution)
      throws RefusalException {
    int opcode = node.getOpcode();
    int line = lines.of(node);
    int top = frame.getStackSize() - 1;
    if (Instructions.loadsElement(opcode)) {
      boolean isRow = opcode == Opcodes.AALOAD;
      access(
          block,
          node,
          frame.getStack(top - 1),
          frame.getStack(top),
          isRow ? AccessSite.Kind.ROW : AccessSite.Kind.READ,
          line);
      return;
    }
    if (Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE) {
      Value array = frame.getStack(top - 2);
      access(block, node, array, frame.getStack(top - 1), AccessSite.Kind.WRITE, line);
      return;
    }
    switch (opcode) {
      case Opcodes.IFNULL, Opcodes.IFNONNULL -> {
        if (!frame.getStack(top).isCapture()) {
          ForbiddenInstructions.check(node, line);
        }
      }
      case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM ->
          divide(node, frame.getStack(top), line, execution.conditions(block));
      case Opcodes.ARRAYLENGTH -> length(block, node, frame.getStack(top), line);
      case Opcodes.GETFIELD -> objects.readField((FieldInsnNode) node, frame.getStack(top), line);
      case Opcodes.GETSTATIC -> objects.readStatic((FieldInsnNode) node, line);
      case Opcodes.INVOKESTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKEINTERFACE -> {
        MethodInsnNode call = (MethodInsnNode) node;
        if (opcode == Opcodes.INVOKEVIRTUAL || Intrinsics.isNullCheck(call)) {
          objects.requireReceiver(frame.getStack(top), line);
        }
        if (Intrinsics.divides(call)) {
          divide(node, frame.getStack(top), line, execution.conditions(block));
        }
        Optional<Intrinsics.Emulation> target = Intrinsics.emulation(call);
        if (target.isPresent()) {
          notes.add(target.get().note());
        }
      }
      case Opcodes.ASTORE -> objects.receive(node, frame.getStack(top), line);
      case Opcodes.NEWARRAY -> makeArray((IntInsnNode) node, frame.getStack(top), line);
      case Opcodes.ATHROW -> {
        RefusalException reason = missing.get(node);
        if (reason != null) {
          leaveOut(block, reason);
          return;
        }
        checks.add(node, line, ThrowSite.text(node));
        checks.checkAlways(node);
      }
      default -> {
        if (node instanceof LdcInsnNode load && !(load.cst instanceof Number)) {
          throw new RefusalException(
              line,
              RefusalKind.STRINGS,
              "uses a text or class constant",
              "Keep to numbers and arrays in the loop, and make texts after it.");
        }
        ForbiddenInstructions.check(node, line);
      }
    }
  }

  /** Leaves out code that runs only under an invariant condition. */
  private void leaveOut(Block block, RefusalException reason) throws RefusalException {
    Condition condition = nest.execution().entryCondition(block).orElseThrow(() -> reason);
    Value left = condition.left();
    Value right = condition.right();
    if (left instanceof Value.Constant first && right instanceof Value.Constant second) {
      if (condition.relation().holds(first.number(), second.number())) {
        throw reason;
      }
      return;
    }
    if (!left.isInvariant() || !right.isInvariant()) {
      throw reason;
    }
    leftOut.add(new LaunchGuards.LeftOut(condition, reason.reason()));
  }

  /**
   * Visits the header of a parallel loop. Its condition is evaluated before the launch, so only its
   * reads matter.
   */
  private void visitHead(AbstractInsnNode node, Frame<Value> frame) throws RefusalException {
    int line = lines.of(node);
    int top = frame.getStackSize() - 1;
    switch (node.getOpcode()) {
      case Opcodes.GETFIELD -> objects.readField((FieldInsnNode) node, frame.getStack(top), line);
      case Opcodes.GETSTATIC -> objects.readStatic((FieldInsnNode) node, line);
      case Opcodes.ARRAYLENGTH -> objects.requireReceiver(frame.getStack(top).root(), line);
      case Opcodes.INVOKEVIRTUAL -> objects.requireReceiver(frame.getStack(top), line);
      case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM ->
          divideInHead(node, frame.getStack(top), line);
      case Opcodes.INVOKESTATIC -> {
        MethodInsnNode call = (MethodInsnNode) node;
        if (Intrinsics.divides(call)) {
          divideInHead(node, frame.getStack(top), line);
        }
      }
      case Opcodes.ASTORE -> objects.receive(node, frame.getStack(top), line);
      default -> {
        // The other instructions of a condition only compute with numbers.
      }
    }
  }

  private void divideInHead(AbstractInsnNode node, Value divisor, int line)
      throws RefusalException {
    if (!divisor.isInvariant()) {
      throw new RefusalException(
          line,
          RefusalKind.LOOP_HEAD,
          "divides in the loop's condition by a value that changes",
          "Compute the limit before the loop.");
    }
    divisions.put(
        node,
        new DivisionSite(divisor, List.of(), line, /* inBody= */ false, /* checked= */ false));
  }

  private void access(
      Block block, AbstractInsnNode node, Value array, Value index, AccessSite.Kind kind, int line)
      throws RefusalException {
    if (Value.SwitchCase.isTable(array)) {
      if (!index.isCapture()) {
        throw new RefusalException(
            line,
            RefusalKind.OBJECTS,
            "switches over an enum that differs from iteration to iteration",
            "Put the ordinals into an int array before the loop, and switch over those.");
      }
      return;
    }
    Surroundings around = around(block);
    AccessSite site =
        new AccessSite(
            parameter(array, kind, line),
            array,
            index,
            kind,
            nest.execution().conditions(block),
            around.runsAlways(),
            around.runsAsConditionsSay(),
            around.loops(),
            line,
            /* checked= */ false,
            Optional.empty(),
            FirstTurn.UNKNOWN);
    accesses.put(node, site);
    checks.add(node, line, site.text() + " lies outside " + array);
  }

  private int parameter(Value array, AccessSite.Kind kind, int line) throws RefusalException {
    if (array instanceof Value.PrivateArray) {
      return -1;
    }
    return kind == AccessSite.Kind.ROW ? requireRows(array, line) : requireArray(array, line);
  }

  private void divide(AbstractInsnNode node, Value divisor, int line, List<Condition> conditions) {
    divisions.put(
        node,
        new DivisionSite(divisor, conditions, line, /* inBody= */ true, /* checked= */ false));
    checks.add(node, line, divisor + " is zero");
  }

  private void makeArray(IntInsnNode node, Value length, int line) throws RefusalException {
    if (!(length instanceof Value.Constant constant)) {
      throw new RefusalException(
          line,
          RefusalKind.NEW_ARRAYS,
          "creates an array whose length is not a constant",
          "Give it a constant length, or create it before the loop, with a part for each"
              + " iteration.");
    }
    if (constant.number() < 0) {
      throw new RefusalException(
          line,
          RefusalKind.NEW_ARRAYS,
          "creates an array of " + constant.number() + " elements",
          "Give it a length of 0 or more.");
    }
    privateBytes +=
        constant.number() * Instructions.bytesOf(Instructions.elementOfNew(node.operand));
    if (privateBytes > Value.PrivateArray.MOST_BYTES) {
      throw new RefusalException(
          line,
          RefusalKind.NEW_ARRAYS,
          "creates arrays of " + privateBytes + " bytes in each iteration",
          "Create no more than 64 MiB, or create one array before the loop, with a part for each"
              + " iteration.");
    }
  }

  private Surroundings around(Block block) {
    return surroundings.computeIfAbsent(
        block,
        each ->
            new Surroundings(
                nest.runsAlways(each),
                nest.runsAsConditionsSay(each),
                nest.countedLoopsAround(each)));
  }

  private void length(Block block, AbstractInsnNode node, Value array, int line)
      throws RefusalException {
    captures.measure(array.root());
    if (array instanceof Value.Row row) {
      int parameter = requireRows(row.array(), line);
      accesses.put(
          node,
          new AccessSite(
              parameter,
              row.array(),
              row.index(),
              AccessSite.Kind.LENGTH,
              nest.execution().conditions(block),
              around(block).runsAlways(),
              List.of(),
              line,
              /* checked= */ false));
    } else if (array.isArrayOfArrays()) {
      requireRows(array, line);
    } else if (!(array instanceof Value.PrivateArray)) {
      requireArray(array, line);
    }
  }

  private int requireArray(Value array, int line) throws RefusalException {
    if (!array.isArrayOfNumbers()) {
      throw new RefusalException(
          line,
          RefusalKind.ARRAYS,
          array.declaredType().isPresent()
              ? "uses " + array + ", which is not declared as an array of numbers"
              : "uses an array that differs from iteration to iteration",
          "Put the array into a local variable before the loop.");
    }
    return captures.parameter(array.root());
  }

  private int requireRows(Value array, int line) throws RefusalException {
    if (!array.isArrayOfArrays()) {
      throw new RefusalException(
          line,
          RefusalKind.ARRAYS,
          "uses an array of objects, or of more than four dimensions",
          "Use arrays of numbers with one to four dimensions, one array for each field of an"
              + " object.");
    }
    return captures.parameter(array.root());
  }
}
