package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.WorkEstimate;
import dev.slipstream.compiler.dataflow.Condition.Relation;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes code for call sites that many small executions pass, as a class: {@code static int
 * enter(int start, captures…)} is all that a call site does, with the {@code LoopGate} that is the
 * class's data; {@code static double work(int start, captures…)} estimates the work of the
 * execution. It estimates as {@code LaunchPlanner} does, but with doubles, and proves nothing. If
 * it is wrong, an execution stays on the host that a device would run.
 */
record EntryWork(List<CountedLoop> dimensions, List<WorkEstimate> parts) {
  /** A name in the package of the boot classes, which define the class as a hidden one. */
  private static final String NAME = "dev/slipstream/boot/LoopWork";

  /**
   * The last version that needs no stack maps. To compute these took as long as all else: an
   * estimate has many jumps. The JVM verifies no class of the boot loader, unless it is asked to.
   */
  private static final int VERSION = Opcodes.V1_6;

  private static final String GUARDS = "dev/slipstream/boot/Guards";

  EntryWork {
    dimensions = List.copyOf(dimensions);
    parts = List.copyOf(parts);
  }

  /**
   * The class file for a call site that passes certain values.
   *
   * @param holder whether an array for the results of reductions follows them
   * @param site the call site's number
   */
  byte[] classFile(Captures captures, boolean holder, int site) {
    ClassNode node = new ClassNode();
    node.version = VERSION;
    node.access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
    node.name = NAME;
    node.superName = "java/lang/Object";
    StringBuilder passed = new StringBuilder("(I");
    captures.values().forEach(value -> passed.append(Captures.passedType(value)));
    passed.append(holder ? "[J)" : ")");
    MethodNode work = work(captures, passed + "D");
    node.methods.add(work);
    EntryMethod.addTo(node, work, site, /* maybeOther= */ false);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private MethodNode work(Captures captures, String descriptor) {
    MethodNode method =
        new MethodNode(Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, "work", descriptor, null, null);
    InsnList code = method.instructions;
    LabelNode begin = new LabelNode();
    LabelNode look = new LabelNode();
    LabelNode failed = new LabelNode();
    code.add(begin);
    RangeCode ranges =
        new RangeCode(code, captures, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
    lookWhereArraysAreAway(code, captures, ranges, look);
    Optional<List<Integer>> counts = counts(ranges);
    if (counts.isPresent()) {
      write(code, ranges, counts.get());
    } else {
      code.add(new LdcInsnNode(Double.NaN));
    }
    code.add(new InsnNode(Opcodes.DRETURN));
    code.add(failed);
    // The computation failed, for example because an array is null. The planner will find the
    // reason.
    code.add(new InsnNode(Opcodes.POP));
    code.add(look);
    code.add(new LdcInsnNode(Double.POSITIVE_INFINITY));
    code.add(new InsnNode(Opcodes.DRETURN));
    method.tryCatchBlocks.add(new TryCatchBlockNode(begin, failed, failed, "java/lang/Throwable"));
    return method;
  }

  /**
   * Adds a check for arrays that are not on the host: an execution runs where its arrays are, even
   * if it is small.
   */
  private static void lookWhereArraysAreAway(
      InsnList code, Captures captures, RangeCode ranges, LabelNode look) {
    LabelNode home = new LabelNode();
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, GUARDS, "shortest", "I"));
    code.add(new LdcInsnNode(Integer.MAX_VALUE));
    code.add(new JumpInsnNode(Opcodes.IF_ICMPEQ, home));
    for (Value value : captures.values()) {
      if (Captures.passedType(value).startsWith("[")) {
        ranges.load(value);
        code.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                EntryMethod.GATE,
                "mayBeAway",
                "(Ljava/lang/Object;)Z",
                false));
        code.add(new JumpInsnNode(Opcodes.IFNE, look));
      }
    }
    code.add(home);
  }

  /**
   * Writes the number of iterations of each loop; returns the slots of these numbers, unless one is
   * unknown.
   */
  private Optional<List<Integer>> counts(RangeCode ranges) {
    List<Integer> counts = new ArrayList<>();
    for (CountedLoop loop : dimensions) {
      Optional<Integer> first =
          loop.initial().isInvariant()
              ? ranges.invariant(loop.initial())
              : Optional.of(ranges.start());
      Optional<Integer> step = ranges.invariant(loop.step());
      Optional<Integer> limit = ranges.invariant(loop.limit());
      if (first.isEmpty() || step.isEmpty() || limit.isEmpty()) {
        return Optional.empty();
      }
      boolean meets =
          loop.stay() == Relation.LESS_OR_EQUAL || loop.stay() == Relation.GREATER_OR_EQUAL;
      counts.add(
          loop.stay() == Relation.EQUAL
              ? ranges.number(1)
              : ranges.trips(first.get(), step.get(), limit.get(), meets));
      ranges.variable(loop.variable(), first.get(), limit.get());
    }
    return Optional.of(counts);
  }

  private void write(InsnList code, RangeCode ranges, List<Integer> counts) {
    int sum = ranges.number(0);
    for (WorkEstimate part : parts) {
      int times = ranges.number(part.instructions());
      for (CountedLoop loop : part.within()) {
        int trips = ranges.trips(loop).orElseGet(() -> ranges.number(WorkEstimate.TYPICAL_TRIPS));
        times = ranges.of(Opcodes.DMUL, times, trips);
      }
      sum = ranges.of(Opcodes.DADD, sum, times);
    }
    for (int count : counts) {
      sum = ranges.of(Opcodes.DMUL, sum, count);
    }
    code.add(new VarInsnNode(Opcodes.DLOAD, sum));
  }
}
