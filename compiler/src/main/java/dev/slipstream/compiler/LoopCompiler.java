package dev.slipstream.compiler;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.discovery.MarkedLoop;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.compiler.normalisation.inlining.KnownObjects;
import dev.slipstream.compiler.normalisation.inlining.UnknownObject;
import dev.slipstream.compiler.outlining.CallSiteWriter;
import dev.slipstream.compiler.outlining.Captures;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.outlining.LoopOutliner;
import dev.slipstream.compiler.outlining.OutlinedLoop;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Compiles the marked loops of classes. Thread-safe. */
public final class LoopCompiler {
  private final IntSupplier siteNumbers;
  private final SplitChoices splits;

  /**
   * @param siteNumbers assigns a unique number to each taken loop
   */
  public LoopCompiler(IntSupplier siteNumbers) {
    this(siteNumbers, SplitChoices.none());
  }

  /**
   * @param siteNumbers assigns a unique number to each taken loop
   * @param splits the user's choices for the division of loops
   */
  public LoopCompiler(IntSupplier siteNumbers, SplitChoices splits) {
    this.siteNumbers = siteNumbers;
    this.splits = splits;
  }

  /**
   * Compiles the marked loops of one class.
   *
   * @param classFile the class file
   * @param library finds other classes' files
   * @param selection the loops named by the user
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public CompiledClass compile(byte[] classFile, ClassLibrary library, LoopSelection selection) {
    return compile(classFile, library, selection, siteNumbers);
  }

  /**
   * Does the same with other numbers. With the same numbers the result is the same.
   *
   * @param numbers assigns the numbers of the taken loops, instead of the compiler's own
   */
  public CompiledClass compile(
      byte[] classFile, ClassLibrary library, LoopSelection selection, IntSupplier numbers) {
    ClassNode node = new ClassNode();
    ClassReader reader = new ClassReader(classFile);
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    ClassFiles files = new ClassFiles(node, library);
    List<LoopKernel> taken = new ArrayList<>();
    List<OpenCallSite> open = new ArrayList<>();
    List<RefusedLoop> refused = new ArrayList<>();
    for (MethodNode method : node.methods) {
      if (LoopMarks.mayMark(node, method, selection)) {
        Method compiled = new Method(files, method, selection, classFile, numbers);
        compiled.compile(refused);
        for (Site site : compiled.sites) {
          new CallSiteWriter(method, node.version & 0xFFFF, site.loop(), site.forOthers()).write();
        }
        taken.addAll(compiled.taken);
        open.addAll(compiled.open);
      }
    }
    if (taken.isEmpty() && open.isEmpty()) {
      return new CompiledClass(Optional.empty(), List.of(), List.of(), refused);
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return new CompiledClass(Optional.of(writer.toByteArray()), taken, open, refused);
  }

  /**
   * Compiles one loop of a class again, as {@link #compile(byte[], ClassLibrary, LoopSelection,
   * IntSupplier)} does, without its call site.
   *
   * @param numbers assigns the loop's number
   * @return the loop; several if a class without line numbers has several of that name
   */
  public CompiledClass compile(
      byte[] classFile,
      ClassLibrary library,
      LoopSelection selection,
      IntSupplier numbers,
      LoopName loop) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    ClassFiles files = new ClassFiles(node, library);
    List<LoopKernel> taken = new ArrayList<>();
    List<OpenCallSite> open = new ArrayList<>();
    List<RefusedLoop> refused = new ArrayList<>();
    for (MethodNode method : node.methods) {
      if (method.name.equals(loop.method()) && LoopMarks.mayMark(node, method, selection)) {
        Method compiled = new Method(files, method, selection, classFile, numbers);
        compiled.compile(loop, refused);
        taken.addAll(compiled.taken);
        open.addAll(compiled.open);
      }
    }
    return new CompiledClass(Optional.empty(), taken, open, refused);
  }

  /**
   * A call site.
   *
   * @param forOthers the loop that is submitted if an object is not of the assumed class
   */
  private record Site(OutlinedLoop loop, Optional<OutlinedLoop> forOthers) {}

  /** The marked loops of one method. */
  private final class Method {
    private final ClassFiles files;
    private final MethodNode method;
    private final LoopSelection selection;
    private final byte[] classFile;
    private final IntSupplier numbers;
    private final ControlFlow flow;
    private final List<LoopKernel> taken = new ArrayList<>();
    private final List<OpenCallSite> open = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();
    private final LoopOutliner outliner;

    Method(
        ClassFiles files,
        MethodNode method,
        LoopSelection selection,
        byte[] classFile,
        IntSupplier numbers) {
      this.files = files;
      this.method = method;
      this.selection = selection;
      this.classFile = classFile;
      this.numbers = numbers;
      this.flow = ControlFlow.of(method);
      this.outliner = outliner(files, KnownObjects.none());
    }

    void compile(List<RefusedLoop> refused) {
      List<MarkedLoop> marked = new LoopMarks(files.self(), method, flow).find(selection, refused);
      List<MarkedLoop> covered = new ArrayList<>();
      for (MarkedLoop loop : marked) {
        if (covered.contains(loop)) {
          continue;
        }
        if (compile(loop, marked, refused)) {
          covered.addAll(loop.inner(marked));
        }
      }
    }

    /** Compiles the loops of a name. */
    void compile(LoopName name, List<RefusedLoop> refused) {
      List<MarkedLoop> marked = new LoopMarks(files.self(), method, flow).find(selection, refused);
      for (MarkedLoop loop : marked) {
        if (loop.name().equals(name)) {
          compile(loop, marked, refused);
        }
      }
    }

    /** Compiles a loop; returns whether it is not refused. */
    private boolean compile(MarkedLoop loop, List<MarkedLoop> marked, List<RefusedLoop> refused) {
      try {
        compile(loop, loop.inner(marked), marked.indexOf(loop));
        return true;
      } catch (RefusalException refusal) {
        refused.add(
            new RefusedLoop(loop.name(), refusal.kind(), refusal.reason(), refusal.advice()));
        return false;
      }
    }

    private void compile(MarkedLoop loop, List<MarkedLoop> inner, int number)
        throws RefusalException {
      try {
        OutlinedLoop closed = outliner.outline(loop, inner);
        taken.add(closed);
        Optional<OutlinedLoop> forOthers = Optional.empty();
        if (closed.isForCertainClasses()) {
          List<Value.Entry> found = outliner.found(loop, closed);
          OutlinedLoop other = closed.passing(Captures.ofLocals(found), numbers.getAsInt());
          forOthers = Optional.of(other);
          open.add(openLoop(other, found, number));
        }
        sites.add(new Site(closed, forOthers));
      } catch (UnknownObject unknown) {
        LoopOutliner shaping = outliner(files.reachingAll(), KnownObjects.shaping());
        OutlinedLoop shape = shaping.outline(loop, inner);
        List<Value.Entry> found = shaping.found(loop, shape);
        sites.add(new Site(shape.passing(Captures.ofLocals(found)), Optional.empty()));
        open.add(openLoop(shape, found, number));
      }
    }

    private OpenLoop openLoop(OutlinedLoop shape, List<Value.Entry> found, int number) {
      return new OpenLoop(
          shape,
          found,
          classFile,
          method.name,
          method.desc,
          selection,
          number,
          siteNumbers,
          splits);
    }

    private LoopOutliner outliner(ClassFiles those, KnownObjects objects) {
      return new LoopOutliner(those, method, flow, numbers, splits, objects);
    }
  }
}
