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
 * The instructions of a body that may throw. Each has a number, which a kernel that checks it
 * leaves behind when it would, and a text that says what that means. Some are checked always: of
 * these nothing could be proven before they run.
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

  /** Says that an instruction that was added is checked always. */
  void checkAlways(AbstractInsnNode node) {
    always.add(node);
  }

  /** Whether the loop's own kernel checks something. */
  boolean areNeeded() {
    return !always.isEmpty();
  }

  /**
   * The number of an instruction that a kernel checks, or 0.
   *
   * @param all whether the kernel checks all that there are
   */
  int number(AbstractInsnNode node, boolean all) {
    return all || always.contains(node) ? numbers.getOrDefault(node, 0) : 0;
  }

  /** What the numbers mean, from 1 on. */
  List<String> texts() {
    return Collections.unmodifiableList(texts);
  }
}
