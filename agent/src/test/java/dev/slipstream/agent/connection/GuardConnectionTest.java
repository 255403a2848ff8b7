package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.boot.Guards;
import dev.slipstream.runtime.coherence.BufferStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Guards may be called by code that the JDK runs while it links lambdas. A guard that linked one
 * itself would recurse forever, or wait for a thread that waits for it.
 */
class GuardConnectionTest {
  private static final String OURS = "dev/slipstream/";

  /** The class by whose methods a guard hands over to the graphs, or is told what it waits for. */
  private static final String HANDED_OVER_TO = Type.getInternalName(BufferStream.class);

  /**
   * The methods that guards call each time. The others are called once for each reason, or by the
   * program.
   */
  private static final List<String> OF_GUARDS =
      List.of(
          "reads",
          "writes",
          "written",
          "fence",
          "fenceForObject",
          "readsAll",
          "synchronous",
          "hold",
          "release",
          "holdAll",
          "releaseAll");

  /** Classes that are used once, or when results are lost, which ends the program anyway. */
  private static final Set<String> SELDOM =
      Set.of(
          "dev/slipstream/runtime/coherence/HostArrays.follow",
          "dev/slipstream/runtime/coherence/Coherence.computeAgain",
          "dev/slipstream/runtime/coherence/FailStopBufferStream.lostResults",
          "dev/slipstream/runtime/coherence/FailStopBufferStream.fails",
          "dev/slipstream/runtime/coherence/Journal.hostWrites");

  private final Map<String, ClassNode> classes = new HashMap<>();

  @Test
  void guardsLinkNothingUntilTheyHandOver() {
    Set<String> seen = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>();
    for (MethodNode method : node(Type.getInternalName(Guards.class)).methods) {
      if ((method.access & Opcodes.ACC_PUBLIC) != 0) {
        open.add(Type.getInternalName(Guards.class) + "." + method.name + method.desc);
      }
    }
    for (MethodNode method : node(Type.getInternalName(GuardConnection.class)).methods) {
      if (OF_GUARDS.contains(method.name)) {
        open.add(Type.getInternalName(GuardConnection.class) + "." + method.name + method.desc);
      }
    }
    Set<String> linked = new TreeSet<>();
    while (!open.isEmpty()) {
      String method = open.pop();
      if (seen.add(method)) {
        walk(method, open, linked);
      }
    }
    assertThat(seen).anyMatch(method -> method.contains("HostVisits.begin("));
    assertThat(linked).isEmpty();
  }

  private void walk(String called, Deque<String> open, Set<String> linked) {
    String owner = called.substring(0, called.indexOf('.'));
    MethodNode method = method(owner, called.substring(called.indexOf('.') + 1));
    if (method == null) {
      return;
    }
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof InvokeDynamicInsnNode made) {
        linked.add(called + " links " + made.name + made.desc);
      } else if (node instanceof MethodInsnNode call
          && call.owner.startsWith(OURS)
          && !call.owner.startsWith(HANDED_OVER_TO)
          && !SELDOM.contains(call.owner + "." + call.name)) {
        open.add(call.owner + "." + call.name + call.desc);
      }
    }
  }

  private MethodNode method(String owner, String nameAndDescriptor) {
    for (String type = owner; type != null && type.startsWith(OURS); type = node(type).superName) {
      for (MethodNode method : node(type).methods) {
        if ((method.name + method.desc).equals(nameAndDescriptor)) {
          return method;
        }
      }
    }
    return null;
  }

  private ClassNode node(String type) {
    return classes.computeIfAbsent(type, GuardConnectionTest::read);
  }

  private static ClassNode read(String type) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(type + ".class")) {
      ClassNode node = new ClassNode();
      new ClassReader(in.readAllBytes()).accept(node, ClassReader.SKIP_FRAMES);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
