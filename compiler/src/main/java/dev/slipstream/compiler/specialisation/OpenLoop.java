package dev.slipstream.compiler.specialisation;

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
import dev.slipstream.compiler.outlining.LoopOutliner;
import dev.slipstream.compiler.outlining.OutlinedLoop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A loop that is compiled when it is reached, because the classes of its objects determine the code
 * that it calls. Its call site passes the local variables that the loop reads, followed by an array
 * for reductions as in {@link OutlinedLoop}. Thread-safe.
 *
 * @param shape the loop with other code in place of unknown calls
 * @param found the local variables that the call site passes
 * @param classFile the class file of the loop, not rewritten
 * @param method the name of its method
 * @param number its number among the method's marked loops
 */
public record OpenLoop(
    OutlinedLoop shape,
    List<Value.Entry> found,
    byte[] classFile,
    String method,
    String descriptor,
    LoopSelection selection,
    int number,
    IntSupplier siteNumbers,
    SplitChoices splits)
    implements OpenCallSite {

  /** Copies the list. */
  public OpenLoop {
    found = List.copyOf(found);
  }

  @Override
  public int site() {
    return shape.site();
  }

  @Override
  public LoopName name() {
    return shape.name();
  }

  @Override
  public List<LoopName> inner() {
    return shape.inner();
  }

  @Override
  public OpenLoop loop() {
    return this;
  }

  @Override
  public long identity() {
    return shape.identity();
  }

  @Override
  public boolean reduces() {
    return shape.lanes().isPresent();
  }

  /**
   * Compiles the loop for objects of known classes.
   *
   * @param library finds class files, including those of the objects' classes
   * @param initialised whether a class, by its internal name, has run its static initialiser
   * @param classes the internal names of the objects' classes
   * @throws dev.slipstream.compiler.normalisation.inlining.UnknownObject if a further class must be
   *     known
   * @throws RefusalException if the loop cannot be taken
   */
  OutlinedLoop compile(
      ClassLibrary library, Predicate<String> initialised, Map<Value, String> classes)
      throws RefusalException {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    MethodNode code =
        node.methods.stream()
            .filter(m -> m.name.equals(method) && m.desc.equals(descriptor))
            .findFirst()
            .orElseThrow();
    ControlFlow flow = ControlFlow.of(code);
    List<MarkedLoop> marked = new LoopMarks(node, code, flow).find(selection, new ArrayList<>());
    MarkedLoop loop = marked.get(number);
    OutlinedLoop compiled =
        new LoopOutliner(
                new ClassFiles(node, library).reachingAll(library, initialised),
                code,
                flow,
                siteNumbers,
                splits,
                new KnownObjects(KnownObjects.Stage.REACHED, classes))
            .outline(loop, loop.inner(marked));
    if (!compiled.fitsCallSiteOf(shape)) {
      throw new RefusalException(
          loop.name().line(),
          RefusalKind.FUNCTIONS,
          "adds up, or keeps for after the loop, the results of a function that is only known"
              + " when the loop starts",
          "Store the results in an array, and add them up in a loop of its own.");
    }
    return compiled;
  }
}
