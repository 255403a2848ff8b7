package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The facts that the method around a loop provides about the objects in local variables at the
 * loop's start.
 */
public final class Surroundings {
  private final String owner;
  private final MethodNode method;
  private final int header;
  private final BitSet written;
  private final KnownObjects objects;
  private @Nullable Receivers known;
  private @Nullable ArrayTypes types;

  /**
   * @param owner the internal name of the method's class
   * @param header the index of the loop's first instruction
   * @param written the local slots that the loop writes
   * @param objects further facts about objects
   */
  public Surroundings(
      String owner, MethodNode method, int header, BitSet written, KnownObjects objects) {
    this.owner = owner;
    this.method = method;
    this.header = header;
    this.written = (BitSet) written.clone();
    this.objects = objects;
  }

  /** The facts about objects beyond those that the method provides. */
  KnownObjects objects() {
    return objects;
  }

  /**
   * The path to an object that the loop finds at its start: a local variable or a static field,
   * followed by fields; empty if the loop may change it.
   */
  Optional<Value> path(ClassFiles files, Receivers.Source source) {
    if (source instanceof Receivers.Source.Local local) {
      boolean stays = local.slot() < method.maxLocals && !written.get(local.slot());
      return stays
          ? Optional.of(new Value.Entry(local.slot(), "a local", "Ljava/lang/Object;"))
          : Optional.empty();
    }
    if (!(source instanceof Receivers.Source.Field field)) {
      return Optional.empty();
    }
    boolean isStatic =
        files
            .field(field.owner(), field.name(), field.descriptor())
            .filter(found -> ClassFiles.has(found.member().access, Opcodes.ACC_STATIC))
            .isPresent();
    Optional<Value> base = isStatic ? Optional.empty() : path(files, field.base());
    return isStatic || base.isPresent()
        ? Optional.of(new Value.Field(base, field.owner(), field.name(), field.descriptor()))
        : Optional.empty();
  }

  private Receivers.Source source(int slot) {
    if (written.get(slot) || slot >= method.maxLocals) {
      return new Receivers.Source.Unknown();
    }
    if (known == null) {
      known = Receivers.in(owner, method, List.of());
    }
    return known.inLocal(header, slot);
  }

  /** The type of the array that the loop finds in a local, in each iteration. */
  Optional<Type> arrayType(int slot) {
    if (slot >= method.maxLocals) {
      return Optional.empty();
    }
    if (types == null) {
      types = ArrayTypes.in(owner, method);
    }
    return types.inLocal(header, slot);
  }

  /** The assumed class of the object in a local, according to its creation in the method. */
  Optional<String> made(int slot) {
    return source(slot) instanceof Receivers.Source.Made made
        ? Optional.of(made.className())
        : Optional.empty();
  }

  /**
   * The lambda that a local certainly holds. Its captured values are still in the locals from which
   * they were taken, because these were written nowhere else on any path from there to the loop.
   * (The lambda's creation dominates the loop, and is dominated by the only instruction that wrote
   * such a local. If that instruction had run again later, so would the creation.)
   */
  Optional<Lambda> lambda(int slot) {
    if (!(source(slot) instanceof Receivers.Source.Function function)
        || !(function.creation() instanceof InvokeDynamicInsnNode creation)) {
      return Optional.empty();
    }
    int captured = Lambda.captured(creation).length;
    List<Integer> slots = new ArrayList<>();
    if (captured > 0) {
      Frame<SourceValue>[] frames;
      try {
        frames = new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
      } catch (AnalyzerException e) {
        throw new IllegalStateException(
            "bytecode that does not fit together: " + e.getMessage(), e);
      }
      int at = method.instructions.indexOf(creation);
      for (int c = 0; c < captured; c++) {
        int place = frames[at].getStackSize() - captured + c;
        Optional<Integer> from = unchanged(frames, frames[at].getStack(place), at);
        if (from.isEmpty()) {
          return Optional.empty();
        }
        slots.add(from.get());
      }
    }
    return Optional.of(new Lambda(creation, slots));
  }

  /** The local from which a value was loaded, if it holds the same value at the loop. */
  private Optional<Integer> unchanged(
      Frame<SourceValue>[] frames, SourceValue value, int creation) {
    if (value.insns.size() != 1) {
      return Optional.empty();
    }
    AbstractInsnNode node = value.insns.iterator().next();
    int at = method.instructions.indexOf(node);
    if (node.getOpcode() == Opcodes.DUP) {
      return unchanged(frames, frames[at].getStack(frames[at].getStackSize() - 1), creation);
    }
    if (!(node instanceof VarInsnNode load)
        || load.getOpcode() < Opcodes.ILOAD
        || load.getOpcode() > Opcodes.ALOAD) {
      return Optional.empty();
    }
    Set<AbstractInsnNode> before = frames[at].getLocal(load.var).insns;
    Set<AbstractInsnNode> now = frames[header].getLocal(load.var).insns;
    boolean same = before.size() <= 1 && before.equals(now) && !written.get(load.var);
    return same && isDeclared(load.var, creation) ? Optional.of(load.var) : Optional.empty();
  }

  /** Whether the verifier knows the type of a local from the lambda's creation up to the loop. */
  private boolean isDeclared(int slot, int creation) {
    for (int i = creation; i < method.instructions.size(); i++) {
      AbstractInsnNode node = method.instructions.get(i);
      if (node instanceof FrameNode frame && !declares(frame, slot)) {
        return false;
      }
      if (i >= header && node.getOpcode() >= 0) {
        break;
      }
    }
    return true;
  }

  private static boolean declares(FrameNode frame, int slot) {
    int position = 0;
    for (Object type : frame.local) {
      if (position == slot) {
        return !type.equals(Opcodes.TOP);
      }
      position += type.equals(Opcodes.LONG) || type.equals(Opcodes.DOUBLE) ? 2 : 1;
    }
    return false;
  }
}
