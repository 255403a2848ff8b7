package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.normalisation.inlining.CalledCode;
import dev.slipstream.compiler.normalisation.inlining.RefusedCall;
import dev.slipstream.compiler.normalisation.inlining.UnknownObject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * The parts of a loop that no kernel can contain, and that are left out of the kernel. Each is
 * behind an invariant condition that may never let an execution reach it; the condition is
 * evaluated before each execution.
 */
final class SkippedCode {
  private final ControlFlow flow;
  private final NaturalLoop loop;
  private final CalledCode called;
  private final Map<Block, RefusalException> parts = new LinkedHashMap<>();
  private final Set<Block> blocks = new HashSet<>();

  private SkippedCode(ControlFlow flow, NaturalLoop loop, CalledCode called) {
    this.flow = flow;
    this.loop = loop;
    this.called = called;
  }

  /** Compiles a loop without some of its code. */
  @FunctionalInterface
  interface Attempt<T> {
    /** Compiles the loop, or reports what cannot be compiled. */
    T without(SkippedCode skipped) throws RefusalException;
  }

  /**
   * Compiles a loop, and leaves out code that cannot be compiled if it is behind conditions.
   *
   * @throws RefusalException the first one, if leaving out code does not help
   */
  static <T> T without(ControlFlow flow, NaturalLoop loop, Attempt<T> attempt)
      throws RefusalException {
    SkippedCode skipped = new SkippedCode(flow, loop, new CalledCode());
    RefusalException first = null;
    while (true) {
      try {
        T compiled = attempt.without(skipped);
        return skipped.parts.size() > 1 ? skipped.withLess(attempt).orElse(compiled) : compiled;
      } catch (UnknownObject unknown) {
        throw unknown;
      } catch (RefusalException refusal) {
        first = first == null ? refusal : first;
        boolean isCalled = refusal instanceof RefusedCall call && call.leaveOut();
        if (!isCalled && !skipped.skip(refusal)) {
          throw first;
        }
      }
    }
  }

  /**
   * Tries again with one part less: of several parts in one line, the first that was left out need
   * not have been the cause.
   */
  private <T> Optional<T> withLess(Attempt<T> attempt) {
    for (Block part : parts.keySet()) {
      SkippedCode rest = new SkippedCode(flow, loop, called);
      parts.forEach(
          (block, refusal) -> {
            if (block != part) {
              rest.parts.put(block, refusal);
              rest.blocks.addAll(behind(block));
            }
          });
      try {
        return Optional.of(attempt.without(rest));
      } catch (RefusalException refusal) {
        // The part is needed; try the next one.
      }
    }
    return Optional.empty();
  }

  /**
   * Leaves out the smallest part behind a condition that contains the line of a refusal.
   *
   * @return whether there was one
   */
  private boolean skip(RefusalException refusal) {
    Block smallest = null;
    Set<Block> part = Set.of();
    for (Block block : loop.blocks()) {
      if (isBehindCondition(block) && !blocks.contains(block)) {
        Set<Block> behind = behind(block);
        boolean isSmaller = smallest == null || behind.size() < part.size();
        if (isSmaller && holdsLine(behind, refusal.line())) {
          smallest = block;
          part = behind;
        }
      }
    }
    if (smallest == null) {
      return false;
    }
    parts.put(smallest, refusal);
    blocks.addAll(part);
    return true;
  }

  /** The code that is left out of called methods. */
  CalledCode called() {
    return called;
  }

  /** The first blocks of the parts, with the reasons for leaving them out. */
  Map<Block, RefusalException> parts() {
    return parts;
  }

  /** All blocks of the parts. */
  Set<Block> blocks() {
    return blocks;
  }

  private boolean isBehindCondition(Block block) {
    if (block == loop.header() || block.predecessors().size() != 1) {
      return false;
    }
    Block before = block.predecessors().get(0);
    for (NaturalLoop around : flow.loops()) {
      if (around.header() == before && around.contains(block)) {
        return false;
      }
    }
    return flow.lastInstruction(before) instanceof JumpInsnNode && before.successors().size() == 2;
  }

  private Set<Block> behind(Block first) {
    Set<Block> behind = new HashSet<>();
    for (Block block : loop.blocks()) {
      if (flow.dominates(first, block)) {
        behind.add(block);
      }
    }
    return behind;
  }

  /** Whether an instruction may be more than a computation with numbers. */
  private static boolean mayBeRefused(int opcode) {
    return opcode == Opcodes.AASTORE
        || opcode == Opcodes.PUTSTATIC
        || opcode == Opcodes.PUTFIELD
        || (opcode >= Opcodes.INVOKEVIRTUAL
            && opcode <= Opcodes.MULTIANEWARRAY
            && opcode != Opcodes.ARRAYLENGTH);
  }

  private boolean holdsLine(Set<Block> part, int line) {
    for (Block block : part) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (mayBeRefused(flow.instructions().get(i).getOpcode())
            && LoopMarks.lineOf(flow, i) == line) {
          return true;
        }
      }
    }
    return false;
  }
}
