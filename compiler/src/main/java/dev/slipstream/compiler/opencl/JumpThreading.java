package dev.slipstream.compiler.opencl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Leaves out blocks that do nothing but jump, and blocks that nothing leads to. */
final class JumpThreading {
  private final List<Block> blocks;
  private final int[] numbers;

  private JumpThreading(List<Block> blocks) {
    this.blocks = blocks;
    this.numbers = new int[blocks.size()];
    Arrays.fill(numbers, -1);
  }

  /** The blocks that remain, renumbered; the first is where the method starts. */
  static List<Block> apply(List<Block> blocks) {
    return new JumpThreading(blocks).apply();
  }

  private List<Block> apply() {
    List<Integer> kept = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(goal(0));
    while (!open.isEmpty()) {
      int block = open.remove();
      if (numbers[block] < 0) {
        numbers[block] = kept.size();
        kept.add(block);
        blocks.get(block).successors().forEach(target -> open.add(goal(target)));
      }
    }
    return kept.stream().map(this::renumbered).toList();
  }

  /** Where a jump to a block really leads; an empty endless loop leads to itself. */
  private int goal(int block) {
    int at = block;
    for (int steps = 0; steps < blocks.size(); steps++) {
      Block contents = blocks.get(at);
      if (!contents.statements().isEmpty() || !(contents.end() instanceof Block.Jump jump)) {
        return at;
      }
      at = jump.target();
    }
    return block;
  }

  private Block renumbered(int block) {
    Block old = blocks.get(block);
    return new Block(old.statements(), renumbered(old.end()), old.line());
  }

  private Block.End renumbered(Block.End end) {
    if (end instanceof Block.Jump jump) {
      return new Block.Jump(number(jump.target()));
    }
    if (end instanceof Block.Branch branch) {
      return new Block.Branch(branch.condition(), number(branch.yes()), number(branch.no()));
    }
    if (end instanceof Block.Switch choice) {
      return renumbered(choice);
    }
    return end;
  }

  private Block.Switch renumbered(Block.Switch choice) {
    int otherwise = number(choice.otherwise());
    Map<Integer, List<Integer>> keys = new LinkedHashMap<>();
    for (Block.Case group : choice.cases()) {
      int target = number(group.target());
      if (target != otherwise) {
        keys.computeIfAbsent(target, t -> new ArrayList<>()).addAll(group.keys());
      }
    }
    List<Block.Case> cases = new ArrayList<>();
    keys.forEach((target, of) -> cases.add(new Block.Case(of, target)));
    return new Block.Switch(choice.selector(), cases, otherwise);
  }

  private int number(int target) {
    return numbers[goal(target)];
  }
}
