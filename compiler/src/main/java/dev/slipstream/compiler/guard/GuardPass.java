package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.ClassLibrary;
import dev.slipstream.compiler.inlining.ClassFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Inserts guards into classes of the program. Classes that were generated for loops are not to be
 * passed in. Thread-safe.
 */
public final class GuardPass {
  /** The JIT compiles no methods that are longer than this, in bytes (HugeMethodLimit). */
  static final int LARGEST_COMPILED = 8000;

  private final String dispatcher;
  private final Predicate<AbstractInsnNode> overlooked;
  private final PlatformCalls platform = new PlatformCalls();

  /**
   * @param dispatcher the internal name of the class with the methods of {@link GuardCalls}; it
   *     must be visible to every instrumented class
   */
  public GuardPass(String dispatcher) {
    this(dispatcher, node -> false);
  }

  /**
   * A pass that guards too little, for tests.
   *
   * @param overlooked instructions that guards are wrongly moved across
   */
  GuardPass(String dispatcher, Predicate<AbstractInsnNode> overlooked) {
    this.dispatcher = dispatcher;
    this.overlooked = overlooked;
  }

  /**
   * Instruments one class. Its version and the frames that it has stay; no class is loaded.
   *
   * @param classFile the class file
   * @param library where other classes' files are found; what is not found is taken to be as bad as
   *     can be
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public GuardedClass guard(byte[] classFile, ClassLibrary library) {
    return guard(classFile, library, GuardForm.DIRECT);
  }

  /**
   * Instruments one class. Its version and the frames that it has stay; no class is loaded.
   *
   * @param classFile the class file
   * @param library where other classes' files are found; what is not found is taken to be as bad as
   *     can be
   * @param form how it is to call the dispatcher
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public GuardedClass guard(byte[] classFile, ClassLibrary library, GuardForm form) {
    ClassReader reader = new ClassReader(classFile);
    if (!QuickLook.mayNeedGuards(reader)) {
      return unchanged(List.of(), List.of());
    }
    Map<String, String> left = new HashMap<>();
    Map<String, Integer> before = CodeSizes.of(classFile);
    while (true) {
      ClassNode node = new ClassNode();
      reader.accept(node, ClassReader.EXPAND_FRAMES);
      List<UnguardedMethod> unguarded =
          new ArrayList<>(new Leaks(new ClassFiles(node, library), platform).find());
      OwnMethods own = new OwnMethods(node, dispatcher, form);
      List<String> guarded = guard(node, library, own, left);
      left.forEach(
          (method, reason) -> unguarded.add(new UnguardedMethod(name(node, method), reason)));
      List<String> natives =
          node.methods.stream()
              .filter(method -> ClassFiles.has(method.access, Opcodes.ACC_NATIVE))
              .map(method -> name(node, method.name + method.desc))
              .toList();
      if (guarded.isEmpty() && own.names().isEmpty()) {
        return unchanged(unguarded, natives);
      }
      Map<String, String> tooLarge = new HashMap<>();
      byte[] written = write(reader, node, before, tooLarge);
      if (tooLarge.isEmpty()) {
        return new GuardedClass(Optional.of(written), guarded, unguarded, own.names(), natives);
      }
      left.putAll(tooLarge);
    }
  }

  private static GuardedClass unchanged(List<UnguardedMethod> unguarded, List<String> natives) {
    return new GuardedClass(Optional.empty(), List.of(), unguarded, Set.of(), natives);
  }

  private static byte[] write(
      ClassReader reader,
      ClassNode node,
      Map<String, Integer> before,
      Map<String, String> tooLarge) {
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    try {
      node.accept(writer);
      byte[] written = writer.toByteArray();
      CodeSizes.of(written)
          .forEach(
              (method, size) -> {
                // What is longer already is never compiled, guarded or not.
                if (size > LARGEST_COMPILED && before.getOrDefault(method, 0) <= LARGEST_COMPILED) {
                  tooLarge.put(method, "it would grow to " + size + " bytes");
                }
              });
      return written;
    } catch (MethodTooLargeException e) {
      tooLarge.put(
          e.getMethodName() + e.getDescriptor(), "it would grow to " + e.getCodeSize() + " bytes");
      return new byte[0];
    }
  }

  private List<String> guard(
      ClassNode node, ClassLibrary library, OwnMethods own, Map<String, String> left) {
    ClassFiles files = new ClassFiles(node, library);
    Events events = new Events(files, overlooked);
    CallFences calls = new CallFences(files, platform);
    ForeignArrays foreign = new ForeignArrays(files);
    List<String> guarded = new ArrayList<>();
    for (MethodNode method : node.methods) {
      String name = method.name + method.desc;
      if (method.instructions.size() == 0 || left.containsKey(name)) {
        continue;
      }
      try {
        MethodFacts facts = new MethodFacts(node.name, method, events, calls);
        Evaluation evaluation = new Evaluation(dispatcher, files, method);
        boolean changed = new MethodGuards(facts, evaluation, node.version & 0xFFFF).insert();
        if (foreign.insert(method, evaluation) || changed) {
          guarded.add(name(node, name));
          own.use(method);
        }
      } catch (AnalyzerException e) {
        left.put(name, "its code is damaged: " + e.getMessage());
      }
    }
    own.addToClass();
    return guarded;
  }

  private static String name(ClassNode node, String method) {
    return node.name.replace('/', '.') + "." + method;
  }
}
