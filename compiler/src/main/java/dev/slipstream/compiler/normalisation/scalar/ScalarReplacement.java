package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.normalisation.inlining.ThrowSite;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Replaces objects that an iteration creates and does not share by local variables for their
 * fields. References to them are still moved around, as nulls that no code reads. Objects that
 * contain other objects are replaced first: variables then hold their contents, which are replaced
 * next.
 */
public final class ScalarReplacement {
  private final ClassFiles files;
  private final InsnList instructions;
  private final Set<AbstractInsnNode> receiverStores;
  private final Map<AbstractInsnNode, String> guesses;
  private final Set<AbstractInsnNode> lambdas;
  private final Map<Integer, String> slotNames;
  private final Set<AbstractInsnNode> arbitraryNulls = new HashSet<>();
  private int locals;
  private int stack;

  /**
   * @param instructions one iteration without calls of application methods; they are changed
   * @param locals the number of local slots in use
   * @param stack the largest height of the stack
   * @param receiverStores the instructions that store objects that must not be null; those that
   *     store objects of the iteration are removed
   * @param guesses the assumed classes of objects that some of these instructions store
   * @param lambdas the instructions that load null in place of lambdas, which are not null
   * @param slotNames the names of local variables; those of the new ones are added
   */
  public ScalarReplacement(
      ClassFiles files,
      InsnList instructions,
      int locals,
      int stack,
      Set<AbstractInsnNode> receiverStores,
      Map<AbstractInsnNode, String> guesses,
      Set<AbstractInsnNode> lambdas,
      Map<Integer, String> slotNames) {
    this.files = files;
    this.instructions = instructions;
    this.locals = locals;
    this.stack = stack;
    this.receiverStores = receiverStores;
    this.guesses = guesses;
    this.lambdas = Set.copyOf(lambdas);
    this.slotNames = slotNames;
  }

  /** The number of local slots in use. */
  public int locals() {
    return locals;
  }

  /** An upper bound of the stack's height. */
  public int stack() {
    return stack;
  }

  /**
   * Replaces all objects except exceptions that are thrown.
   *
   * @throws RefusalException if an object leaves the iteration, or is changed while variables share
   *     it
   */
  public void replace() throws RefusalException {
    boolean more = createsObjects();
    while (more) {
      more = replaceSome();
    }
  }

  private boolean createsObjects() {
    for (AbstractInsnNode node : instructions) {
      if (node.getOpcode() == Opcodes.NEW) {
        return true;
      }
    }
    return false;
  }

  /** Replaces the objects that no other objects contain; false if there are no more. */
  private boolean replaceSome() throws RefusalException {
    ControlFlow flow = ControlFlow.of(instructions);
    OriginAnalysis analysis = new OriginAnalysis(flow, locals, stack, arbitraryNulls, lambdas);
    Replaceable classes = new Replaceable(files);
    Uses uses = new Uses(analysis, classes);
    uses.requireNoneLeaves();
    if (uses.sites().isEmpty()) {
      return false;
    }
    Set<Origin> replaced = outermost(analysis, uses);
    if (replaced.isEmpty()) {
      Origin.Site site = uses.sites().iterator().next();
      throw new RefusalException(
          LoopMarks.lineOf(flow, site.instruction()),
          RefusalKind.OBJECTS,
          "creates objects that may refer to each other",
          "Use objects whose fields are numbers or objects of other classes.");
    }
    SharedWrites.check(analysis);
    FieldLocals fields = new FieldLocals(locals, slotNames);
    Rewriting rewriting = new Rewriting(analysis, classes, fields, replaced);
    analysis.walk((block, node, frame) -> rewriting.visit(node, frame));
    if (!rewriting.refusals.isEmpty()) {
      throw rewriting.refusals.get(0);
    }
    EdgeCopies copies = new EdgeCopies(analysis, classes, fields, replaced, arbitraryNulls);
    copies.insert();
    rewriting.apply();
    locals = fields.next();
    stack += copies.stack() + 2;
    return true;
  }

  /** The origins of objects that no others contain, and which meet only such objects. */
  private static Set<Origin> outermost(OriginAnalysis analysis, Uses uses) {
    Set<Origin.Site> later = uses.heldOrThrown();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Origin.Merge merge : analysis.merges()) {
        Set<Origin.Site> sites = analysis.sites(merge);
        if (sites.stream().anyMatch(later::contains)) {
          changed |= later.addAll(sites);
        }
      }
    }
    Set<Origin> now = new HashSet<>(uses.sites());
    now.removeAll(later);
    for (Origin.Merge merge : analysis.merges()) {
      if (now.containsAll(analysis.sites(merge))) {
        now.add(merge);
      }
    }
    return now;
  }

  /** The changes to single instructions. */
  private final class Rewriting {
    private final OriginAnalysis analysis;
    private final Replaceable classes;
    private final FieldLocals fields;
    private final Set<Origin> replaced;
    private final Map<AbstractInsnNode, InsnList> changes = new LinkedHashMap<>();
    private final Map<AbstractInsnNode, InsnList> nullChecks = new LinkedHashMap<>();
    private final List<RefusalException> refusals = new ArrayList<>();

    Rewriting(
        OriginAnalysis analysis, Replaceable classes, FieldLocals fields, Set<Origin> replaced) {
      this.analysis = analysis;
      this.classes = classes;
      this.fields = fields;
      this.replaced = replaced;
    }

    void apply() {
      nullChecks.forEach(instructions::insertBefore);
      changes.forEach(
          (node, code) -> {
            for (AbstractInsnNode changed : code) {
              // Copies on the path to a label may have been inserted since, with a label of their
              // own.
              if (changed instanceof JumpInsnNode to && node instanceof JumpInsnNode from) {
                to.label = from.label;
              }
            }
            instructions.insertBefore(node, code);
            instructions.remove(node);
          });
    }

    void visit(AbstractInsnNode node, Frame<Tracked> frame) {
      int top = frame.getStackSize() - 1;
      switch (node.getOpcode()) {
        case Opcodes.NEW -> create((TypeInsnNode) node);
        case Opcodes.GETFIELD -> read((FieldInsnNode) node, frame.getStack(top));
        case Opcodes.PUTFIELD -> write((FieldInsnNode) node, frame.getStack(top - 1));
        case Opcodes.CHECKCAST -> cast((TypeInsnNode) node, frame.getStack(top));
        case Opcodes.INSTANCEOF -> test((TypeInsnNode) node, frame.getStack(top));
        case Opcodes.IFNULL, Opcodes.IFNONNULL -> compare((JumpInsnNode) node, frame.getStack(top));
        case Opcodes.ASTORE -> {
          if (receiverStores.contains(node)
              && frame.getStack(top) instanceof Tracked.Fresh fresh
              && isReplaced(node, fresh)) {
            String type = fresh.origin().className();
            if (!guesses.getOrDefault(node, type).equals(type)) {
              refusals.add(
                  new RefusalException(
                      LoopMarks.lineOf(analysis.flow(), instructions.indexOf(node)),
                      RefusalKind.OVERRIDDEN_METHODS,
                      "calls a method of an object that may be of one of several classes",
                      "Use objects of one class, or make the method private, static or final."));
            }
            receiverStores.remove(node);
          }
        }
        case Opcodes.INVOKESTATIC -> {
          MethodInsnNode call = (MethodInsnNode) node;
          if (Intrinsics.isNullCheck(call)
              && frame.getStack(top) instanceof Tracked.Fresh fresh
              && isReplaced(node, fresh)) {
            changes.put(node, new InsnList());
          }
        }
        default -> {
          // Moves references, or does not involve them.
        }
      }
    }

    /**
     * Whether an object is replaced in this step. If it may be null, the instruction that uses it
     * then throws.
     */
    private boolean isReplaced(AbstractInsnNode node, Tracked value) {
      if (!(value instanceof Tracked.Fresh fresh) || !replaced.contains(fresh.origin())) {
        return false;
      }
      if (fresh.mayBeNull()) {
        LabelNode fine = new LabelNode();
        InsnList check = new InsnList();
        check.add(fields.loadPresence(fresh.origin()));
        check.add(new JumpInsnNode(Opcodes.IFNE, fine));
        check.add(new InsnNode(Opcodes.ACONST_NULL));
        check.add(ThrowSite.ofNull());
        check.add(fine);
        nullChecks.put(node, check);
      }
      return true;
    }

    private void create(TypeInsnNode node) {
      Origin origin = new Origin.Site(instructions.indexOf(node), node.desc);
      if (!replaced.contains(origin)) {
        return;
      }
      InsnList code = new InsnList();
      for (Replaceable.Field field : classes.fields(node.desc).orElseThrow()) {
        code.add(FieldLocals.zero(field));
        code.add(fields.store(origin, field));
      }
      code.add(new InsnNode(Opcodes.ACONST_NULL));
      changes.put(node, code);
    }

    private void read(FieldInsnNode node, Tracked object) {
      if (isReplaced(node, object)) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.POP));
        code.add(fields.load(originOf(object), classes.field(node).orElseThrow()));
        changes.put(node, code);
      }
    }

    private void write(FieldInsnNode node, Tracked object) {
      if (isReplaced(node, object)) {
        Replaceable.Field field = classes.field(node).orElseThrow();
        InsnList code = Instructions.narrow(field.descriptor());
        code.add(fields.store(originOf(object), field));
        code.add(new InsnNode(Opcodes.POP));
        changes.put(node, code);
      }
    }

    private Origin originOf(Tracked object) {
      return ((Tracked.Fresh) object).origin();
    }

    private void cast(TypeInsnNode node, Tracked value) {
      boolean fits =
          value instanceof Tracked.Nothing
              || (value instanceof Tracked.Fresh fresh
                  && replaced.contains(fresh.origin())
                  && isOf(fresh, node.desc));
      if (fits) {
        changes.put(node, new InsnList());
      }
    }

    private boolean isOf(Tracked.Fresh fresh, String type) {
      return classes.isSubtype(fresh.origin().className(), type).orElse(false);
    }

    private void test(TypeInsnNode node, Tracked value) {
      InsnList code = new InsnList();
      code.add(new InsnNode(Opcodes.POP));
      if (value instanceof Tracked.Fresh fresh && replaced.contains(fresh.origin())) {
        boolean is = isOf(fresh, node.desc);
        code.add(
            is && fresh.mayBeNull()
                ? fields.loadPresence(fresh.origin())
                : new InsnNode(is ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
        changes.put(node, code);
      } else if (value instanceof Tracked.Nothing) {
        code.add(new InsnNode(Opcodes.ICONST_0));
        changes.put(node, code);
      }
    }

    private void compare(JumpInsnNode node, Tracked value) {
      boolean jumpsIfNull = node.getOpcode() == Opcodes.IFNULL;
      InsnList code = new InsnList();
      code.add(new InsnNode(Opcodes.POP));
      if (value instanceof Tracked.Fresh fresh && replaced.contains(fresh.origin())) {
        if (fresh.mayBeNull()) {
          code.add(fields.loadPresence(fresh.origin()));
          code.add(new JumpInsnNode(jumpsIfNull ? Opcodes.IFEQ : Opcodes.IFNE, node.label));
        } else if (!jumpsIfNull) {
          code.add(new JumpInsnNode(Opcodes.GOTO, node.label));
        }
        changes.put(node, code);
      } else if (value instanceof Tracked.Nothing) {
        if (jumpsIfNull) {
          code.add(new JumpInsnNode(Opcodes.GOTO, node.label));
        }
        changes.put(node, code);
      }
    }
  }
}
