package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.DivisionSite;
import dev.slipstream.compiler.analysis.bounds.LaunchGuards;
import dev.slipstream.compiler.analysis.bounds.LaunchPlanner;
import dev.slipstream.compiler.analysis.bounds.RememberedExecutions;
import dev.slipstream.compiler.analysis.bounds.Scratch;
import dev.slipstream.compiler.analysis.reduction.Accumulator;
import dev.slipstream.compiler.analysis.reduction.Accumulators;
import dev.slipstream.compiler.analysis.reduction.ReductionLanes;
import dev.slipstream.compiler.analysis.reduction.ReductionMarks;
import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.CodeSize;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.HintAnnotations;
import dev.slipstream.compiler.discovery.LoopHints;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.MarkedLoop;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.compiler.normalisation.inlining.EnumComparisons;
import dev.slipstream.compiler.normalisation.inlining.FieldOwners;
import dev.slipstream.compiler.normalisation.inlining.Inliner;
import dev.slipstream.compiler.normalisation.inlining.IterationCode;
import dev.slipstream.compiler.normalisation.inlining.KnownObjects;
import dev.slipstream.compiler.normalisation.inlining.Surroundings;
import dev.slipstream.compiler.normalisation.scalar.ScalarReplacement;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Outlines the marked loops of one method, without changing the method. */
public final class LoopOutliner {
  /** The JVM allows 255, some of which bounds and the dispatch of call sites need. */
  private static final int MOST_PARAMETER_SLOTS = 200;

  private final ClassFiles files;
  private final MethodNode method;
  private final ControlFlow flow;
  private final Liveness liveness;
  private final IntSupplier siteNumbers;
  private final SplitChoices splits;
  private final KnownObjects objects;
  private @Nullable LocalTypes localTypes;

  /**
   * @param files the class of the method and those around it
   * @param flow the method's control flow
   * @param siteNumbers assigns a number to each loop
   * @param splits the user's hints for the division of loops
   * @param objects the known facts about the objects that loops find at their start
   */
  public LoopOutliner(
      ClassFiles files,
      MethodNode method,
      ControlFlow flow,
      IntSupplier siteNumbers,
      SplitChoices splits,
      KnownObjects objects) {
    this.files = files;
    this.method = method;
    this.flow = flow;
    this.liveness = new Liveness(flow);
    this.siteNumbers = siteNumbers;
    this.splits = splits;
    this.objects = objects;
  }

  /**
   * Outlines a loop.
   *
   * @param marked the outermost loop
   * @param inner the marked loops inside it, outer ones first
   * @throws RefusalException if the loop cannot be taken
   */
  public OutlinedLoop outline(MarkedLoop marked, List<MarkedLoop> inner) throws RefusalException {
    NaturalLoop loop = marked.loop();
    int line = marked.name().line();
    LocalTypes types = checkLoop(loop, line);
    EntryEdge entry = EntryEdge.of(flow, loop, line);
    RefusalException last =
        new RefusalException(
            line,
            RefusalKind.LOOP_HEAD,
            "has no int or long counter in its condition",
            "Write it as for (int i = first; i < limit; i += step).");
    for (int slot : candidates(marked)) {
      try {
        return SkippedCode.without(
            flow, marked.loop(), skipped -> outline(marked, inner, slot, types, entry, skipped));
      } catch (RefusalException refusal) {
        last = refusal;
      }
    }
    throw last;
  }

  /**
   * The local variables that a loop reads at its start: those that it reads and does not write, and
   * its own variable. Variables without a type there are omitted.
   *
   * @param taken the loop as it was outlined
   * @throws RefusalException never for a loop that could be outlined
   */
  public List<Value.Entry> found(MarkedLoop marked, OutlinedLoop taken) throws RefusalException {
    NaturalLoop loop = marked.loop();
    BitSet slots = new BitSet();
    for (Block block : loop.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        int slot = Liveness.readSlot(flow.instructions().get(i));
        if (slot >= 0) {
          slots.set(slot);
        }
      }
    }
    slots.andNot(flow.writtenSlots(loop.blocks()));
    slots.set(taken.slot());
    for (Value.Entry entry : taken.captures().entries()) {
      slots.set(entry.slot());
    }
    LocalTypes types = checkLoop(loop, marked.name().line());
    List<Value.Entry> found = new ArrayList<>();
    for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
      Optional<String> type = types.descriptor(loop.header().first(), slot);
      if (type.isPresent()) {
        found.add(new Value.Entry(slot, "local " + slot, plain(type.get())));
      }
    }
    return found;
  }

  /** A type that is known in every class: references become {@code Object}. */
  private static String plain(String descriptor) {
    return descriptor.contains("L") ? "Ljava/lang/Object;" : descriptor;
  }

  private List<Integer> candidates(MarkedLoop marked) {
    if (marked.variable().isPresent()) {
      return List.of(marked.variable().getAsInt());
    }
    BitSet written = flow.writtenSlots(marked.loop().blocks());
    List<Integer> slots = new ArrayList<>();
    Block header = marked.loop().header();
    for (int i = header.first(); i <= header.last(); i++) {
      if (flow.instructions().get(i) instanceof VarInsnNode variable
          && (variable.getOpcode() == Opcodes.ILOAD || variable.getOpcode() == Opcodes.LLOAD)
          && written.get(variable.var)) {
        slots.add(variable.var);
      }
    }
    return slots;
  }

  private LocalTypes checkLoop(NaturalLoop loop, int line) throws RefusalException {
    if (ControlFlow.usesSubroutines(method)) {
      throw new RefusalException(
          line,
          RefusalKind.BYTECODE,
          "is in a method that was compiled for a Java older than 6 (it has jsr instructions)",
          "Compile the class again with a current javac.");
    }
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      if (loop.contains(flow.blockAt(handler.handler))) {
        throw new RefusalException(
            LoopMarks.lineOf(flow, flow.instructions().indexOf(handler.start)),
            RefusalKind.CATCH,
            "catches exceptions inside the loop",
            "Put the try around the loop, or test with if what would be caught.");
      }
    }
    SingleExit.check(flow, loop);
    LocalTypes types = localTypes;
    try {
      types = types == null ? new LocalTypes(files.self().name, method) : types;
      localTypes = types;
    } catch (AnalyzerException e) {
      throw new RefusalException(
          line,
          RefusalKind.BYTECODE,
          "is in a method whose bytecode is not valid: " + e.getMessage(),
          "Compile the class again with javac alone, without tools that change bytecode.");
    }
    if (types.stackHeight(loop.header().first()) > 0) {
      throw new RefusalException(
          line,
          RefusalKind.BYTECODE,
          "is inside an expression",
          "Put the loop into a statement of its own, in front of the expression.");
    }
    return types;
  }

  private OutlinedLoop outline(
      MarkedLoop marked,
      List<MarkedLoop> inner,
      int slot,
      LocalTypes types,
      EntryEdge entry,
      SkippedCode skipped)
      throws RefusalException {
    NaturalLoop loop = marked.loop();
    int line = marked.name().line();
    String type = types.descriptor(loop.header().first(), slot).orElse("");
    if (!type.equals("I") && !type.equals("J")) {
      throw new RefusalException(
          line,
          RefusalKind.LOOP_HEAD,
          "counts with a variable that is neither int nor long",
          "Count with an int, and convert it in the body.");
    }
    IterationCode region = IterationCode.of(flow, loop, skipped.blocks());
    Set<Block> kept = new HashSet<>(loop.blocks());
    if (this.objects.stage() == KnownObjects.Stage.LOADING) {
      // At this stage the call site will later pass the locals that nothing else in the loop
      // writes.
      kept.removeAll(skipped.blocks());
    }
    BitSet written = flow.writtenSlots(kept);
    Inliner inliner =
        new Inliner(
            files,
            new Surroundings(files.self().name, method, loop.header().first(), written, objects),
            region.instructions(),
            method.maxLocals,
            method.maxStack,
            skipped.called());
    inliner.inline();
    FieldOwners.unify(region.instructions(), files);
    EnumComparisons.rewrite(region.instructions(), files);
    ScalarReplacement objects =
        new ScalarReplacement(
            files,
            region.instructions(),
            inliner.locals(),
            inliner.stack(),
            inliner.receiverStores(),
            inliner.guesses(),
            inliner.lambdas(),
            inliner.slotNames());
    objects.replace();
    if (!ControlFlow.of(region.instructions()).isReducible()) {
      throw new RefusalException(
          line,
          RefusalKind.BYTECODE,
          "contains an inner loop that can be entered in several places",
          "Compile the class again with javac alone, without tools that change bytecode.");
    }
    VariableNames names =
        new VariableNames(method, flow.instructions().indexOf(entry.header()), inliner);
    BitSet live = liveness.atStartOf(SingleExit.exitOf(flow, loop));
    Value variable = new Value.LoopVariable(0, names.of(slot), type.charAt(0));
    SymbolicIteration.Start start =
        new SymbolicIteration.Start(
            region,
            written,
            live,
            slot,
            variable,
            method.maxLocals,
            found -> types.descriptor(loop.header().first(), found).orElse(""),
            names);
    int slots = objects.locals();
    SymbolicIteration iteration = SymbolicIteration.execute(start, slots, objects.stack());
    FieldTemporaries fields = FieldTemporaries.none(files);
    if (this.objects.stage() == KnownObjects.Stage.LOADING) {
      fields = FieldTemporaries.replace(files, iteration.execution(), slots, inliner.slotNames());
    }
    if (!fields.isEmpty()) {
      slots = fields.next();
      written.or(fields.slots());
      iteration = SymbolicIteration.execute(start, slots, objects.stack() + 1);
      fields.requireOwnOfEach(iteration.flow());
    }
    ControlFlow body = iteration.flow();
    SymbolicExecution execution = iteration.execution();
    BitSet carried = iteration.carried();
    BitSet noted = iteration.noted();
    Block end = iteration.end();
    LoopLocals locals = iteration.locals();
    BitSet reduced = new BitSet();
    List<Accumulator> accumulators = List.of();
    if (!carried.isEmpty()) {
      BitSet important = locals.written();
      important.and(live);
      important.or(carried);
      important.or(fields.slots());
      BitSet reassociable = ReductionMarks.at(method, loop.header().first());
      accumulators =
          new Accumulators(execution, carried, noted, important, reassociable, names::of).find(end);
      new ReductionLanes(1, accumulators).results().forEach(result -> reduced.set(result.slot()));
    }
    boolean lastOnHost = locals.isReadAfterwards(live, end, reduced) || !fields.isEmpty();
    NestStructure nest =
        new NestStructure(body, execution, end, slot, variable, method.maxLocals, reduced);
    List<HintAnnotations.Variable> variables = new ArrayList<>();
    variables.add(new HintAnnotations.Variable(slot, loop.header().first()));
    for (MarkedLoop in : inner) {
      int before = nest.dimensions().size();
      nest.nest(body.blockAt(region.startOf(in.loop().header())));
      if (nest.dimensions().size() > before) {
        int first = in.loop().header().first();
        if (in.variable().isPresent()) {
          variables.add(new HintAnnotations.Variable(in.variable().getAsInt(), first));
        }
      }
    }
    LoopHints hints = HintAnnotations.of(method, variables, splits.of(marked.name()));
    Optional<ReductionLanes> lanes =
        accumulators.isEmpty()
            ? Optional.empty()
            : Optional.of(new ReductionLanes(nest.dimensions().size(), accumulators));
    fields.requireLastWrites(nest, end);
    Map<AbstractInsnNode, RefusalException> missing = new HashMap<>(inliner.missing());
    region
        .skipped()
        .forEach(
            (node, block) -> {
              if (skipped.parts().containsKey(block)) {
                missing.put(node, skipped.parts().get(block));
              }
            });
    return finish(
        marked,
        inner,
        slot,
        entry,
        inliner,
        slots,
        nest,
        lanes,
        hints,
        lastOnHost,
        fields,
        missing,
        line);
  }

  private OutlinedLoop finish(
      MarkedLoop marked,
      List<MarkedLoop> inner,
      int slot,
      EntryEdge entry,
      Inliner inliner,
      int free,
      NestStructure nest,
      Optional<ReductionLanes> lanes,
      LoopHints hints,
      boolean lastOnHost,
      FieldTemporaries fields,
      Map<AbstractInsnNode, RefusalException> missing,
      int line)
      throws RefusalException {
    Captures captures = new Captures();
    fields.objects().forEach(captures::requireNotNull);
    BodyScan scan =
        new BodyScan(
            captures,
            new ReachedObjects(files, captures, inliner.receiverStores(), inliner.guesses()),
            nest,
            missing);
    scan.scan();
    List<CountedLoop> loops = new ArrayList<>(nest.dimensions());
    loops.addAll(nest.countedLoops());
    Map<Value, List<Choice>> choices =
        new Choices(nest.execution())
            .of(loops, scan.accesses().values(), scan.divisions().values());
    scan.checkWhatIsNeverKnown(new StaticLimits(nest, choices));
    List<AccessSite> accesses = List.copyOf(scan.accesses().values());
    List<DivisionSite> divisions = List.copyOf(scan.divisions().values());
    List<Scratch> scratch = new ScratchArrays(nest, scan.accesses()).find();
    Set<Integer> privates = new HashSet<>();
    LocalArrays locals = new LocalArrays(flow, marked.loop());
    for (Scratch array : scratch) {
      int parameter = array.parameter();
      if (captures.parameters().get(parameter) instanceof Value.Entry local) {
        locals.prototype(local).ifPresent(found -> captures.own(parameter, found));
      }
      if (array.isPrivate()) {
        privates.add(array.parameter());
      }
    }
    List<LoopName> innerNames = new ArrayList<>();
    for (MarkedLoop loop : inner) {
      innerNames.add(loop.name());
    }
    int site = siteNumbers.getAsInt();
    KernelFactory factory =
        new KernelFactory(
            marked.name().toString(),
            className(marked.name(), site),
            Optional.ofNullable(files.self().sourceFile).orElse(""),
            nest,
            captures,
            scan,
            privates,
            free,
            lanes);
    RangeKernel kernel = factory.make(/* checksAll= */ false);
    List<Value> proofValues = Choices.proofValues(loops, accesses, divisions);
    scan.leftOut().forEach(code -> Choices.add(List.of(code.condition()), proofValues));
    captures.addFor(proofValues, choices);
    requireReasonableSize(factory.size(), captures, line);
    // The last iteration leaves the content of scratch arrays for the program.
    boolean lastIsLeft = lastOnHost || !privates.isEmpty();
    boolean leavesMemory = !privates.isEmpty() || !fields.isEmpty();
    LaunchPlanner planner =
        new LaunchPlanner(
            nest.dimensions(),
            captures.positions(),
            captures.parameters().size(),
            accesses,
            divisions,
            nest.countedLoops(),
            choices,
            new LaunchGuards(captures.guards(), scan.leftOut()),
            captures.mayBeNull(),
            scan.work(),
            scan.checks().areNeeded(),
            scratch,
            lastIsLeft,
            leavesMemory,
            line);
    return new OutlinedLoop(
        site,
        marked.name(),
        innerNames,
        kernel,
        () -> factory.make(/* checksAll= */ true),
        factory::inspector,
        scan.checks().texts(),
        note(note(scan.note(), nest.note()), String.join("; ", hints.problems())),
        planner,
        nest.dimensions().get(0),
        slot,
        lastIsLeft || inliner.givesArraysAway() ? entry.throughHeader() : entry,
        captures,
        lanes,
        hints,
        new EntryWork(nest.dimensions(), scan.work()),
        RememberedExecutions.byLengths(),
        CodeSize.isInterpreted(method.instructions));
  }

  private static void requireReasonableSize(int instructions, Captures captures, int line)
      throws RefusalException {
    if (instructions > Inliner.MOST_INSTRUCTIONS) {
      throw new RefusalException(
          line,
          RefusalKind.SIZE,
          "has more than 20,000 bytecode instructions, with the methods that it calls",
          "Split it into several loops.");
    }
    int slots = 0;
    for (Value value : captures.values()) {
      slots += value.getSize();
    }
    if (slots > MOST_PARAMETER_SLOTS) {
      throw new RefusalException(
          line,
          RefusalKind.SIZE,
          "uses more than 200 variables, fields and arrays that are set outside of it",
          "Split it into several loops.");
    }
  }

  private static String note(String first, String second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
  }

  private static String className(LoopName name, int site) {
    String text = name.toString().replaceAll("[^A-Za-z0-9_]", "_");
    return "slipstream/kernel/" + text + "_" + site;
  }
}
