package dev.slipstream.agent.coherence;

import dev.slipstream.boot.Guards;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.guard.GuardPass;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.RefusedLoop;
import dev.slipstream.runtime.coherence.HostArrays;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes of a program as the agent would make them: with call sites for loops, and guards.
 *
 * @param classes class files by binary name
 * @param loops the loops that were taken
 * @param refused the loops that were not
 * @param unguarded code that has no guards
 */
record GuardedClasses(
    Map<String, byte[]> classes,
    List<LoopKernel> loops,
    List<RefusedLoop> refused,
    List<UnguardedMethod> unguarded) {

  /** Methods with these prefixes stand for native ones. */
  private static final String FOREIGN = "foreign";

  private static final Map<String, Optional<byte[]>> OF_OTHERS = new ConcurrentHashMap<>();

  /**
   * @param sites numbers the loops
   */
  static GuardedClasses of(Map<String, byte[]> plain, IntSupplier sites) {
    ClassLibrary library =
        name -> {
          byte[] own = plain.get(name.replace('/', '.'));
          return own != null
              ? Optional.of(withNativeMethods(own))
              : OF_OTHERS.computeIfAbsent(name, GuardedClasses::resource);
        };
    LoopCompiler compiler = new LoopCompiler(sites);
    GuardPass guards =
        new GuardPass(Guards.class.getName().replace('.', '/'), HostArrays.LEAST_LENGTH);
    Map<String, byte[]> classes = new HashMap<>();
    List<LoopKernel> loops = new ArrayList<>();
    List<RefusedLoop> refused = new ArrayList<>();
    List<UnguardedMethod> unguarded = new ArrayList<>();
    plain.forEach(
        (name, classFile) -> {
          byte[] seen = withNativeMethods(classFile);
          CompiledClass compiled = compiler.compile(seen, library, LoopSelection.none());
          byte[] rewritten = compiled.classFile().orElse(seen);
          GuardedClass guarded = guards.guard(rewritten, library, GuardForm.DIRECT);
          classes.put(name, withCode(guarded.classFile().orElse(rewritten), classFile));
          loops.addAll(compiled.kernels());
          refused.addAll(compiled.refused());
          unguarded.addAll(guarded.unguarded());
        });
    return new GuardedClasses(classes, loops, refused, unguarded);
  }

  /** Returns a class as it would be if some methods were native. */
  private static byte[] withNativeMethods(byte[] classFile) {
    ClassNode node = read(classFile);
    boolean found = false;
    for (MethodNode method : node.methods) {
      if (method.name.startsWith(FOREIGN)) {
        found = true;
        method.access |= Opcodes.ACC_NATIVE;
        method.instructions.clear();
        method.tryCatchBlocks.clear();
        method.localVariables = null;
      }
    }
    return found ? write(node) : classFile;
  }

  /** Gives these methods their code back unchanged. */
  private static byte[] withCode(byte[] changed, byte[] original) {
    ClassNode node = read(changed);
    boolean found = node.methods.removeIf(method -> method.name.startsWith(FOREIGN));
    if (found) {
      read(original).methods.stream()
          .filter(method -> method.name.startsWith(FOREIGN))
          .forEach(node.methods::add);
    }
    return found ? write(node) : changed;
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    return node;
  }

  private static byte[] write(ClassNode node) {
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static Optional<byte[]> resource(String name) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
