package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.discovery.RefusalException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The parts of methods, behind conditions, that are left out where a loop calls the methods. */
public final class CalledCode {
  private final Map<String, Map<Integer, RefusalException>> parts = new HashMap<>();

  /**
   * The position of a call in a called method.
   *
   * @param key identifies the method
   * @param code the method
   * @param instruction the call's index
   */
  record Place(String key, MethodNode code, int instruction) {}

  /**
   * Leaves out the smallest part behind a condition that contains a call.
   *
   * @param places the position of the call, and of the calls that lead to it, innermost last
   * @return whether there was one
   */
  boolean skip(List<Place> places, RefusalException refusal) {
    for (int p = places.size() - 1; p >= 0; p--) {
      Place place = places.get(p);
      ControlFlow flow = ControlFlow.of(place.code());
      Optional<Block> first = smallest(flow, flow.blockAt(place.instruction()), place.key());
      if (first.isPresent()) {
        parts
            .computeIfAbsent(place.key(), key -> new HashMap<>())
            .put(first.get().index(), refusal);
        return true;
      }
    }
    return false;
  }

  private Optional<Block> smallest(ControlFlow flow, Block called, String key) {
    Map<Integer, RefusalException> known = parts.getOrDefault(key, Map.of());
    Optional<Block> smallest = Optional.empty();
    for (Block block : flow.blocks()) {
      boolean isPart =
          block.predecessors().size() == 1
              && block.predecessors().get(0).successors().size() == 2
              && flow.lastInstruction(block.predecessors().get(0)) instanceof JumpInsnNode
              && flow.dominates(block, called);
      if (isPart
          && !known.containsKey(block.index())
          && (smallest.isEmpty() || flow.dominates(smallest.get(), block))) {
        smallest = Optional.of(block);
      }
    }
    return smallest;
  }

  /**
   * The instructions of the blocks that only lead to an exception, or that are left out; for the
   * first ones of left out parts with the reason.
   */
  Map<AbstractInsnNode, Optional<RefusalException>> throwing(MethodNode method, String key) {
    Map<AbstractInsnNode, Optional<RefusalException>> nodes = new HashMap<>();
    ControlFlow flow = ControlFlow.of(method);
    Map<Block, Optional<RefusalException>> blocks = new HashMap<>(in(key, flow));
    flow.throwingBlocks().forEach(block -> blocks.putIfAbsent(block, Optional.empty()));
    blocks.forEach(
        (block, reason) -> {
          for (int i = block.first(); i <= block.last(); i++) {
            nodes.put(flow.instructions().get(i), reason);
          }
        });
    return nodes;
  }

  /** The blocks of a method that are left out; for the first blocks of parts with the reason. */
  private Map<Block, Optional<RefusalException>> in(String key, ControlFlow flow) {
    Map<Block, Optional<RefusalException>> left = new HashMap<>();
    parts
        .getOrDefault(key, Map.of())
        .forEach(
            (index, refusal) -> {
              Block first = flow.blocks().get(index);
              for (Block block : flow.blocks()) {
                if (flow.dominates(first, block)) {
                  left.putIfAbsent(block, Optional.empty());
                }
              }
              left.put(first, Optional.of(refusal));
            });
    return left;
  }
}
