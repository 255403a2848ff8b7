package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The instructions that determine whether an iteration throws: those that compute the indices,
 * arrays and divisors that are checked, and the jumps that decide which checks are reached (a
 * program slice after Weiser, Program slicing, 1984, over a dependence graph).
 */
final class ConditionSlice {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final Map<AbstractInsnNode, AccessSite> accesses;
  private final KernelChecks checks;
  private final boolean checksAll;
  private final ControlDependence control;
  private final Producers producers;
  private final Set<AbstractInsnNode> needed = new HashSet<>();
  private final Set<Block> reached = new HashSet<>();
  private final Deque<AbstractInsnNode> open = new ArrayDeque<>();
  private final Set<Integer> contents = new TreeSet<>();
  private boolean privates;
  private boolean possible;

  private ConditionSlice(NestStructure nest, BodyScan scan, boolean checksAll) {
    this.flow = nest.flow();
    this.execution = nest.execution();
    this.accesses = scan.accesses();
    this.checks = scan.checks();
    this.checksAll = checksAll;
    this.control = new ControlDependence(nest);
    Frame<Value> entry = execution.before(flow.blocks().get(0).first()).orElseThrow();
    Set<Integer> earlier = new HashSet<>();
    for (int slot = 0; slot < entry.getLocals(); slot++) {
      if (entry.getLocal(slot) instanceof Value.Phi) {
        earlier.add(slot);
      }
    }
    this.producers =
        new Producers(flow, entry.getLocals(), entry.getMaxStackSize(), Set.copyOf(earlier));
  }

  /**
   * Finds the slice.
   *
   * @param checksAll whether it is for the kernel that checks everything that may throw
   * @return empty if there is nothing to check, or if a check depends on elements of captured
   *     arrays that this or other iterations write
   */
  static Optional<ConditionSlice> of(NestStructure nest, BodyScan scan, boolean checksAll) {
    ConditionSlice slice = new ConditionSlice(nest, scan, checksAll);
    slice.possible = slice.control.isComplete();
    slice.find();
    return slice.possible && !slice.reached.isEmpty() ? Optional.of(slice) : Optional.empty();
  }

  /** Whether an instruction's result, or its jump, is in the slice. */
  boolean needs(AbstractInsnNode node) {
    return needed.contains(node);
  }

  /** The kernel parameters whose elements are read, arrays of numbers or of arrays. */
  Set<Integer> contents() {
    return contents;
  }

  /** The share of the instructions that is in the slice, from 0 to 1. */
  double share() {
    int all = 0;
    int inside = 0;
    for (Block block : control.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        AbstractInsnNode node = flow.instructions().get(i);
        all += node.getOpcode() >= 0 ? 1 : 0;
        inside += needed.contains(node) || checks.number(node, checksAll) != 0 ? 1 : 0;
      }
    }
    return (double) inside / Math.max(1, all);
  }

  /** The jumps that decide whether each block runs. */
  ControlDependence control() {
    return control;
  }

  private void find() {
    Set<Integer> written = new HashSet<>();
    for (Block block : control.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        AbstractInsnNode node = flow.instructions().get(i);
        if (node.getOpcode() >= 0 && checks.number(node, checksAll) != 0) {
          seed(node);
          reach(block);
        }
      }
    }
    for (AccessSite access : accesses.values()) {
      if (access.writes() && !access.isPrivate()) {
        written.add(access.parameter());
      }
    }
    while (!open.isEmpty() && possible) {
      follow(open.pop());
    }
    possible &= contents.stream().noneMatch(written::contains);
  }

  /** Adds the operands that a check reads. */
  private void seed(AbstractInsnNode node) {
    List<Set<AbstractInsnNode>> operands = producers.of(node);
    if (Instructions.loadsElement(node.getOpcode())
        || Instructions.storesElement(node.getOpcode())) {
      operands.get(0).forEach(this::need);
      operands.get(1).forEach(this::need);
    } else if (node.getOpcode() != Opcodes.ATHROW) {
      operands.get(operands.size() - 1).forEach(this::need);
    }
  }

  private void need(AbstractInsnNode node) {
    if (node == Producers.EARLIER) {
      possible = false;
    } else if (needed.add(node)) {
      open.push(node);
    }
  }

  private void follow(AbstractInsnNode node) {
    producers.of(node).forEach(sources -> sources.forEach(this::need));
    Block block = flow.blockAt(flow.instructions().indexOf(node));
    reach(block);
    AccessSite access = accesses.get(node);
    if (access != null && access.reads()) {
      if (access.isPrivate()) {
        needPrivates();
      } else {
        contents.add(access.parameter());
      }
    }
  }

  /**
   * Adds all writes to arrays of the iteration, since a read from one of them may find any of
   * these.
   */
  private void needPrivates() {
    if (!privates) {
      privates = true;
      accesses.forEach(
          (node, access) -> {
            if (access.isPrivate() && access.writes()) {
              need(node);
            }
          });
    }
  }

  /** Adds the jumps that decide whether a block runs, and those that decide about these jumps. */
  private void reach(Block block) {
    if (!reached.add(block)) {
      return;
    }
    for (Block decider : control.deciders(block)) {
      need(flow.lastInstruction(decider));
    }
  }

  /** Whether an instruction divides by a value that the slice does not compute. */
  static boolean divides(AbstractInsnNode node) {
    return Instructions.divides(node.getOpcode())
        || (node.getOpcode() == Opcodes.INVOKESTATIC
            && node instanceof MethodInsnNode call
            && Intrinsics.divides(call));
  }
}
