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
  private final List<CBlock> blocks;
  private final int[] numbers;

  private JumpThreading(List<CBlock> blocks) {
    this.blocks = blocks;
    this.numbers = new int[blocks.size()];
    Arrays.fill(numbers, -1);
  }

  /** The blocks that remain, renumbered; the first is where the method starts. */
  static List<CBlock> apply(List<CBlock> blocks) {
    return new JumpThreading(blocks).apply();
  }

  private List<CBlock> apply() {
    List<Integer> kept = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(goal(0));
    while (!open.isEmpty()) {
      int block = open.remove();
      if (numbers[block] < 0) {
        numbers[block] = kept.size();
        kept.add(block);
        for (int target : blocks.get(block).successors()) {
          open.add(goal(target));
        }
      }
    }
    List<CBlock> renumbered = new ArrayList<>();
    for (int block : kept) {
      renumbered.add(renumbered(block));
    }
    return renumbered;
  }

  /** Where a jump to a block really leads; an empty endless loop leads to itself. */
  private int goal(int block) {
    int at = block;
    for (int steps = 0; steps < blocks.size(); steps++) {
      CBlock contents = blocks.get(at);
      if (!contents.statements().isEmpty() || !(contents.end() instanceof CBlock.Jump jump)) {
        return at;
      }
      at = jump.target();
    }
    return block;
  }

  private CBlock renumbered(int block) {
    CBlock old = blocks.get(block);
    return new CBlock(old.statements(), renumbered(old.end()), old.line());
  }

  private CBlock.End renumbered(CBlock.End end) {
    if (end instanceof CBlock.Jump jump) {
      return new CBlock.Jump(number(jump.target()));
    }
    if (end instanceof CBlock.Branch branch) {
      return new CBlock.Branch(branch.condition(), number(branch.yes()), number(branch.no()));
    }
    if (end instanceof CBlock.Switch choice) {
      return renumbered(choice);
    }
    return end;
  }

  private CBlock.Switch renumbered(CBlock.Switch choice) {
    int otherwise = number(choice.otherwise());
    Map<Integer, List<Integer>> keys = new LinkedHashMap<>();
    for (CBlock.Case group : choice.cases()) {
      int target = number(group.target());
      if (target != otherwise) {
        keys.computeIfAbsent(target, t -> new ArrayList<>()).addAll(group.keys());
      }
    }
    return new CBlock.Switch(choice.selector(), CBlock.cases(keys), otherwise);
  }

  private int number(int target) {
    return numbers[goal(target)];
  }
}
