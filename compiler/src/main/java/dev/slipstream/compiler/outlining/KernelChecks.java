package dev.slipstream.compiler.outlining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * The instructions of a body that may throw. Each has a number, which a checking kernel stores if
 * the instruction would throw, and a text that describes the violation. Some are always checked,
 * because nothing can be proven about them before they run.
 */
final class KernelChecks {
  private final Map<AbstractInsnNode, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private final Set<AbstractInsnNode> always = new HashSet<>();

  /** Adds an instruction. */
  void add(AbstractInsnNode node, int line, String text) {
    texts.add(line < 0 ? text : "line " + line + ": " + text);
    numbers.put(node, texts.size());
  }

  /** Marks an added instruction as always checked. */
  void checkAlways(AbstractInsnNode node) {
    always.add(node);
  }

  /** Whether the loop's own kernel checks any instruction. */
  boolean areNeeded() {
    return !always.isEmpty();
  }

  /**
   * The number of an instruction if a kernel checks it, or 0.
   *
   * @param all whether the kernel checks all instructions
   */
  int number(AbstractInsnNode node, boolean all) {
    return all || always.contains(node) ? numbers.getOrDefault(node, 0) : 0;
  }

  /** The descriptions of the numbers, from 1 on. */
  List<String> texts() {
    return Collections.unmodifiableList(texts);
  }
}
