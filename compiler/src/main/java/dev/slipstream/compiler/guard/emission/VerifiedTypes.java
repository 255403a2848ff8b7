package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.guard.placement.FrameShape;
import dev.slipstream.compiler.guard.placement.Place;
import dev.slipstream.compiler.guard.placement.PlaceInterpreter;
import dev.slipstream.compiler.guard.placement.PlaceValue;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The types that the JVM's verifier gives to values: it goes through a method once, and believes
 * the frames that it comes by (JVMS 4.10.1). Older class files, without frames, it analyses
 * (4.10.2).
 */
final class VerifiedTypes {
  /** What inserted code has on the stack at most, beside what the method has. */
  private static final int ADDED = 20;

  private final MethodNode method;
  private final PlaceInterpreter interpreter;
  private final boolean hasFrames;
  private final @Nullable Frame<BasicValue>[] analysed;
  private @Nullable Frame<BasicValue> current;

  /**
   * @throws AnalyzerException if the method's code is damaged
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  VerifiedTypes(String owner, MethodNode method, int classVersion) throws AnalyzerException {
    this.method = method;
    method.maxStack += ADDED;
    this.interpreter = new PlaceInterpreter(method.instructions);
    this.hasFrames = classVersion >= FrameShape.FIRST_VERSION;
    if (hasFrames) {
      this.analysed = new Frame[0];
      this.current = start(owner);
    } else {
      this.analysed = new Analyzer<BasicValue>(interpreter).analyze(owner, method);
    }
  }

  /** What is done at each instruction. */
  interface Visitor {
    /**
     * Called with what holds before an instruction.
     *
     * @return the instruction that stands there from now on
     */
    AbstractInsnNode visit(AbstractInsnNode node, Frame<BasicValue> frame);
  }

  /**
   * Goes through the method; instructions of which nothing is known are left out.
   *
   * @param wanted the instructions that must be visited; others may be left out
   */
  void walk(Predicate<AbstractInsnNode> wanted, Visitor visitor) throws AnalyzerException {
    if (hasFrames && jumpsWithoutFrames()) {
      return;
    }
    AbstractInsnNode[] nodes = method.instructions.toArray();
    for (int first = 0; first < nodes.length; ) {
      int next = first + 1;
      int last = first - 1;
      for (; next < nodes.length && !(hasFrames && nodes[next] instanceof FrameNode); next++) {
        last = wanted.test(nodes[next]) ? next : last;
      }
      // From each frame on only to the last one that is wanted: the next frame says all anew.
      walk(visitor, nodes, first, wanted.test(nodes[first]) ? Math.max(first, last) : last);
      first = next;
    }
  }

  private void walk(Visitor visitor, AbstractInsnNode[] nodes, int first, int last)
      throws AnalyzerException {
    for (int i = first; i <= last; i++) {
      AbstractInsnNode node = nodes[i];
      if (node instanceof FrameNode frame) {
        current = hasFrames ? frame(frame) : current;
      } else if (node.getOpcode() >= 0) {
        step(visitor, node, i);
      }
    }
  }

  private void step(Visitor visitor, AbstractInsnNode node, int number) throws AnalyzerException {
    Frame<BasicValue> before = hasFrames ? current : analysed[number];
    if (before == null) {
      return;
    }
    AbstractInsnNode now = visitor.visit(node, before);
    if (hasFrames) {
      before.execute(now, interpreter);
      if (!Instructions.fallsThrough(node.getOpcode())) {
        current = null;
      }
    }
  }

  /** A class of version 50 may lack its frames, and is then verified as older ones are. */
  private boolean jumpsWithoutFrames() {
    boolean jumps = !method.tryCatchBlocks.isEmpty();
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof FrameNode) {
        return false;
      }
      jumps |= !ControlFlow.targets(node).isEmpty();
    }
    return jumps;
  }

  private Frame<BasicValue> start(String owner) {
    Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
    interpreter.enter(owner, method, frame);
    return frame;
  }

  private Frame<BasicValue> frame(FrameNode node) {
    List<Object> slots = FrameShape.of(node).slots();
    Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
    for (int slot = 0; slot < method.maxLocals; slot++) {
      frame.setLocal(slot, value(slot < slots.size() ? slots.get(slot) : Opcodes.TOP));
    }
    for (Object type : node.stack) {
      frame.push(value(type));
    }
    return frame;
  }

  private BasicValue reference(String name) {
    return new PlaceValue(Type.getObjectType(name), Place.Unknown.UNKNOWN);
  }

  private BasicValue value(Object type) {
    if (type instanceof String name) {
      return reference(name);
    }
    if (type instanceof LabelNode || type.equals(Opcodes.UNINITIALIZED_THIS)) {
      return reference("java/lang/Object");
    }
    if (type.equals(Opcodes.NULL)) {
      return reference("null");
    }
    if (type.equals(Opcodes.INTEGER)) {
      return BasicValue.INT_VALUE;
    }
    if (type.equals(Opcodes.FLOAT)) {
      return BasicValue.FLOAT_VALUE;
    }
    if (type.equals(Opcodes.LONG)) {
      return BasicValue.LONG_VALUE;
    }
    return type.equals(Opcodes.DOUBLE) ? BasicValue.DOUBLE_VALUE : BasicValue.UNINITIALIZED_VALUE;
  }
}
