package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.discovery.LoopMarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Copies fields on the paths to places where references meet. All fields of one path are loaded
 * before the first is stored, since the old object of one place may be the new object of another.
 */
final class EdgeCopies {
  private final OriginAnalysis analysis;
  private final Replaceable classes;
  private final FieldLocals locals;
  private final Set<Origin> replaced;
  private final Set<AbstractInsnNode> arbitraryNulls;
  private final List<Edge> edges = new ArrayList<>();
  private int tallest;

  /**
   * Plans all copies; nothing is changed yet.
   *
   * @param replaced the origins whose objects are replaced
   * @param arbitraryNulls receives the instructions that load null where any value would do
   */
  EdgeCopies(
      OriginAnalysis analysis,
      Replaceable classes,
      FieldLocals locals,
      Set<Origin> replaced,
      Set<AbstractInsnNode> arbitraryNulls) {
    this.analysis = analysis;
    this.classes = classes;
    this.locals = locals;
    this.replaced = replaced;
    this.arbitraryNulls = arbitraryNulls;
    for (Block to : analysis.flow().blocks()) {
      if (analysis.merges(to).values().stream().anyMatch(replaced::contains)) {
        analysis.running(to).forEach(from -> plan(from, to));
      }
    }
  }

  /**
   * An edge from one block to another.
   *
   * @param last the last instruction of the first block
   * @param falls the copies where the other block follows directly
   * @param jumps the copies where the instruction jumps to a label
   */
  private record Edge(
      AbstractInsnNode last, InsnList falls, Map<LabelNode, InsnList> jumps, int line) {}

  private void plan(Block from, Block to) {
    ControlFlow flow = analysis.flow();
    AbstractInsnNode last = flow.instructions().get(from.last());
    Map<LabelNode, InsnList> jumps = new LinkedHashMap<>();
    for (LabelNode target : ControlFlow.targets(last)) {
      if (flow.blockAt(target) == to) {
        jumps.put(target, copies(from, to));
      }
    }
    boolean falls = Instructions.fallsThrough(last.getOpcode()) && to.index() == from.index() + 1;
    edges.add(
        new Edge(
            last,
            falls ? copies(from, to) : new InsnList(),
            jumps,
            LoopMarks.lineOf(flow, from.last())));
  }

  /** The number of slots by which the stack grows. */
  int stack() {
    return tallest;
  }

  /** Inserts the copies. */
  void insert() {
    InsnList all = analysis.flow().instructions();
    List<InsnList> detours = new ArrayList<>();
    for (Edge edge : edges) {
      all.insert(edge.last(), edge.falls());
      edge.jumps()
          .forEach(
              (target, copies) -> {
                if (edge.last().getOpcode() == Opcodes.GOTO) {
                  all.insertBefore(edge.last(), copies);
                } else if (copies.size() > 0) {
                  detours.add(detour(edge, target, copies));
                }
              });
    }
    detours.forEach(all::add);
  }

  private static InsnList detour(Edge edge, LabelNode target, InsnList copies) {
    LabelNode start = new LabelNode();
    InsnList detour = new InsnList();
    detour.add(start);
    if (edge.line() >= 0) {
      detour.add(new LineNumberNode(edge.line(), start));
    }
    detour.add(copies);
    detour.add(new JumpInsnNode(Opcodes.GOTO, target));
    redirect(edge.last(), target, start);
    return detour;
  }

  private static void redirect(AbstractInsnNode node, LabelNode from, LabelNode to) {
    if (node instanceof JumpInsnNode jump) {
      jump.label = to;
    } else if (node instanceof TableSwitchInsnNode table) {
      table.labels.replaceAll(label -> label == from ? to : label);
      table.dflt = table.dflt == from ? to : table.dflt;
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      lookup.labels.replaceAll(label -> label == from ? to : label);
      lookup.dflt = lookup.dflt == from ? to : lookup.dflt;
    }
  }

  private InsnList copies(Block from, Block to) {
    InsnList loads = new InsnList();
    InsnList stores = new InsnList();
    int height = 0;
    for (Map.Entry<Integer, Origin.Merge> entry : analysis.merges(to).entrySet()) {
      Origin.Merge merge = entry.getValue();
      if (!replaced.contains(merge)) {
        continue;
      }
      Tracked value = analysis.incoming(from, to, entry.getKey());
      boolean itself =
          value instanceof Tracked.Fresh fresh
              && fresh.origin().equals(merge)
              && fresh.mayBeNull() == analysis.mayBeNull(merge);
      if (itself) {
        continue;
      }
      if (analysis.mayBeNull(merge)) {
        loads.add(presence(value));
        stores.insert(locals.storePresence(merge));
        height++;
      }
      for (Replaceable.Field field : classes.fields(merge.className()).orElseThrow()) {
        loads.add(load(value, field));
        stores.insert(locals.store(merge, field));
        height += Type.getType(field.descriptor()).getSize();
      }
    }
    tallest = Math.max(tallest, height);
    loads.add(stores);
    return loads;
  }

  private AbstractInsnNode presence(Tracked value) {
    if (value instanceof Tracked.Fresh fresh) {
      return fresh.mayBeNull()
          ? locals.loadPresence(fresh.origin())
          : new InsnNode(Opcodes.ICONST_1);
    }
    return new InsnNode(Opcodes.ICONST_0);
  }

  private AbstractInsnNode load(Tracked value, Replaceable.Field field) {
    if (value instanceof Tracked.Fresh fresh) {
      return locals.load(fresh.origin(), field);
    }
    AbstractInsnNode zero = FieldLocals.zero(field);
    if (zero.getOpcode() == Opcodes.ACONST_NULL) {
      arbitraryNulls.add(zero);
    }
    return zero;
  }
}
