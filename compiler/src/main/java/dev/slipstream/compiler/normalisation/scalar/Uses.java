package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Determines how an iteration uses the objects that it creates. */
final class Uses {
  private static final String ADVICE =
      "Use the object only within the iteration that creates it, and store numbers in arrays.";

  private final OriginAnalysis analysis;
  private final Replaceable classes;
  private final Map<Integer, String> leaving = new TreeMap<>();
  private final Set<Origin.Site> thrown = new HashSet<>();
  private final Set<Origin.Site> held = new HashSet<>();
  private final Set<Origin.Site> all = new HashSet<>();

  Uses(OriginAnalysis analysis, Replaceable classes) {
    this.analysis = analysis;
    this.classes = classes;
    analysis.walk((block, node, frame) -> visit(node, frame));
    for (Origin origin : analysis.meetingHeld()) {
      held.addAll(analysis.sites(origin));
    }
    for (Origin origin : analysis.lost()) {
      leaves(origin, "a variable may refer to it or to another object");
    }
  }

  /** The sites whose objects are stored in fields of other objects of the iteration, or thrown. */
  Set<Origin.Site> heldOrThrown() {
    Set<Origin.Site> both = new HashSet<>(held);
    both.addAll(thrown);
    return both;
  }

  /** All sites that can run, except those of objects that are thrown. */
  Set<Origin.Site> sites() {
    Set<Origin.Site> kept = new HashSet<>(all);
    kept.removeAll(thrown);
    return kept;
  }

  /**
   * Refuses objects that leave the iteration.
   *
   * @throws RefusalException naming the line and the use of the object
   */
  void requireNoneLeaves() throws RefusalException {
    for (Map.Entry<Integer, String> entry : leaving.entrySet()) {
      throw new RefusalException(
          LoopMarks.lineOf(analysis.flow(), entry.getKey()),
          RefusalKind.OBJECTS,
          "creates an object that is more than a group of local variables: " + entry.getValue(),
          ADVICE);
    }
  }

  private void leaves(Origin origin, String how) {
    for (Origin.Site site : analysis.sites(origin)) {
      if (!thrown.contains(site)) {
        leaving.putIfAbsent(site.instruction(), how);
      }
    }
  }

  private void visit(AbstractInsnNode node, Frame<Tracked> frame) {
    int top = frame.getStackSize() - 1;
    switch (node.getOpcode()) {
      case Opcodes.NEW -> {
        Origin.Site site =
            new Origin.Site(
                analysis.flow().instructions().indexOf(node), ((TypeInsnNode) node).desc);
        all.add(site);
        if (classes.fields(site.className()).isEmpty()) {
          leaves(site, "its class, or a superclass, belongs to the JDK or could not be read");
        }
      }
      case Opcodes.GETFIELD -> requireField(frame.getStack(top), (FieldInsnNode) node);
      case Opcodes.PUTFIELD -> {
        requireField(frame.getStack(top - 1), (FieldInsnNode) node);
        if (frame.getStack(top) instanceof Tracked.Fresh value) {
          if (!(frame.getStack(top - 1) instanceof Tracked.Other)) {
            held.addAll(analysis.sites(value.origin()));
          } else {
            leaves(value.origin(), "it is stored in a field");
          }
        }
      }
      case Opcodes.PUTSTATIC -> check(frame.getStack(top), "it is stored in a field");
      case Opcodes.AASTORE -> check(frame.getStack(top), "it is stored in an array");
      case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
        check(frame.getStack(top), "it is compared with another object");
        check(frame.getStack(top - 1), "it is compared with another object");
      }
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> check(frame.getStack(top), "it is locked");
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF -> {
        if (frame.getStack(top) instanceof Tracked.Fresh fresh
            && classes
                .isSubtype(fresh.origin().className(), ((TypeInsnNode) node).desc)
                .isEmpty()) {
          leaves(fresh.origin(), "it is cast to a type that could not be read");
        }
      }
      case Opcodes.ATHROW -> {
        if (frame.getStack(top) instanceof Tracked.Fresh fresh) {
          thrown.addAll(analysis.sites(fresh.origin()));
          thrown.forEach(site -> leaving.remove(site.instruction()));
        }
      }
      case Opcodes.INVOKESTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKEINTERFACE ->
          passed((MethodInsnNode) node, frame);
      case Opcodes.INVOKEDYNAMIC -> {
        for (int s = 0; s <= top; s++) {
          check(frame.getStack(s), "a lambda or a text uses it");
        }
      }
      default -> {
        // Moves references, or computes with numbers.
      }
    }
  }

  private void passed(MethodInsnNode call, Frame<Tracked> frame) {
    if (Intrinsics.isNullCheck(call)) {
      return;
    }
    int arguments = Type.getArgumentTypes(call.desc).length;
    int taken = arguments + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
    for (int s = frame.getStackSize() - taken; s < frame.getStackSize(); s++) {
      check(frame.getStack(s), "it is passed to " + call.name);
    }
  }

  private void check(@Nullable Tracked value, String how) {
    if (value instanceof Tracked.Fresh fresh) {
      leaves(fresh.origin(), how);
    }
  }

  private void requireField(Tracked object, FieldInsnNode access) {
    if (object instanceof Tracked.Fresh fresh
        && classes
            .field(access)
            .filter(
                field ->
                    classes
                        .fields(fresh.origin().className())
                        .filter(fields -> fields.contains(field))
                        .isPresent())
            .isEmpty()) {
      leaves(fresh.origin(), "its field " + access.name + " could not be found");
    }
  }
}
