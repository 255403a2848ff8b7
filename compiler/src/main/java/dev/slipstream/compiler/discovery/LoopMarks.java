package dev.slipstream.compiler.discovery;

import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the marked loops of a method. */
public final class LoopMarks {
  /** The annotations that mark a loop: Slipstream's own, and that of TornadoVM. */
  public static final Set<String> ANNOTATIONS =
      Set.of(
          "Ldev/slipstream/api/Parallel;", "Luk/ac/manchester/tornado/api/annotations/Parallel;");

  private final ClassNode owner;
  private final MethodNode method;
  private final ControlFlow flow;
  private final List<NaturalLoop> loops;

  /**
   * @param owner the class
   * @param method one of its methods
   * @param flow the method's control flow
   */
  public LoopMarks(ClassNode owner, MethodNode method, ControlFlow flow) {
    this.owner = owner;
    this.method = method;
    this.flow = flow;
    this.loops = flow.loops();
  }

  /** Whether a method could contain a marked loop, without reading its instructions. */
  public static boolean mayMark(ClassNode owner, MethodNode method, LoopSelection selection) {
    return selection.mentions(owner.name.replace('/', '.'), method.name)
        || isMarked(method.visibleLocalVariableAnnotations)
        || isMarked(method.invisibleLocalVariableAnnotations);
  }

  private static boolean isMarked(@Nullable List<LocalVariableAnnotationNode> annotations) {
    if (annotations != null) {
      for (LocalVariableAnnotationNode annotation : annotations) {
        if (ANNOTATIONS.contains(annotation.desc)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The marked loops, outer ones before inner ones.
   *
   * @param refused receives the marks that are on no loop
   */
  public List<MarkedLoop> find(LoopSelection selection, List<RefusedLoop> refused) {
    List<MarkedLoop> marked = new ArrayList<>();
    for (LocalAnnotation annotation : LocalAnnotation.of(method)) {
      if (!ANNOTATIONS.contains(annotation.node().desc)) {
        continue;
      }
      NaturalLoop counting = null;
      for (NaturalLoop loop : loops) {
        boolean isCounting =
            annotation.covers(loop.header().first()) && counts(loop, annotation.slot());
        counting = counting == null && isCounting ? loop : counting;
      }
      if (counting == null) {
        refused.add(noLoop(annotation.from()));
      } else {
        mark(counting, OptionalInt.of(annotation.slot()), marked);
      }
    }
    for (NaturalLoop loop : loops) {
      if (selection.selects(name(loop)) && !isOnlyAround(loop)) {
        mark(loop, OptionalInt.empty(), marked);
      }
    }
    marked.sort(this::compare);
    return marked;
  }

  /**
   * Whether a loop that compares nothing in its header begins in the same line as a nested loop
   * that does.
   */
  private boolean isOnlyAround(NaturalLoop loop) {
    return !compares(loop)
        && loops.stream()
            .anyMatch(
                inner ->
                    loop.encloses(inner)
                        && compares(inner)
                        && name(inner).line() == name(loop).line());
  }

  private static boolean compares(NaturalLoop loop) {
    return !loop.blocks().containsAll(loop.header().successors());
  }

  private void mark(NaturalLoop loop, OptionalInt slot, List<MarkedLoop> marked) {
    for (MarkedLoop other : marked) {
      if (other.loop().header() == loop.header()) {
        return;
      }
    }
    marked.add(new MarkedLoop(name(loop), loop, slot));
  }

  private int compare(MarkedLoop first, MarkedLoop second) {
    int order = Integer.compare(depth(first.loop()), depth(second.loop()));
    return order != 0
        ? order
        : Integer.compare(first.loop().header().first(), second.loop().header().first());
  }

  private int depth(NaturalLoop loop) {
    int depth = 0;
    for (NaturalLoop other : loops) {
      depth += other.encloses(loop) ? 1 : 0;
    }
    return depth;
  }

  /**
   * Whether a loop changes a variable and compares it in its header. If a compiler puts the header
   * below the body, a nested loop that only reads the variable may come first.
   */
  private boolean counts(NaturalLoop loop, int slot) {
    if (!flow.writtenSlots(loop.blocks()).get(slot)) {
      return false;
    }
    for (int i = loop.header().first(); i <= loop.header().last(); i++) {
      if (Liveness.readSlot(method.instructions.get(i)) == slot) {
        return true;
      }
    }
    return false;
  }

  private LoopName name(NaturalLoop loop) {
    int index = loops.indexOf(loop);
    return new LoopName(
        owner.name.replace('/', '.'), method.name, lineOf(flow, loop.header().first()), index);
  }

  private RefusedLoop noLoop(int instruction) {
    LoopName name =
        new LoopName(owner.name.replace('/', '.'), method.name, lineOf(flow, instruction), -1);
    return new RefusedLoop(
        name,
        RefusalKind.ANNOTATION,
        "the annotation is on a variable that is not the counter of a loop",
        "Write it on the counter of a for loop: for (@Parallel int i = 0; i < n; i++).");
  }

  /** The source line of an instruction: the last one given before it; -1 if there is none. */
  public static int lineOf(ControlFlow flow, int instruction) {
    InsnList instructions = flow.instructions();
    AbstractInsnNode node = instructions.get(Math.min(instruction, instructions.size() - 1));
    // Labels and line numbers precede the instructions to which they belong.
    for (AbstractInsnNode next = node;
        next != null && next.getOpcode() < 0;
        next = next.getNext()) {
      if (next instanceof LineNumberNode line) {
        return line.line;
      }
    }
    for (; node != null; node = node.getPrevious()) {
      if (node instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return -1;
  }
}
