package dev.slipstream.agent.coherence;

import dev.slipstream.compiler.ClassLibrary;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.compiler.LoopSelection;
import dev.slipstream.compiler.RefusedLoop;
import dev.slipstream.compiler.guard.GuardPass;
import dev.slipstream.compiler.guard.GuardedClass;
import dev.slipstream.compiler.guard.UnguardedMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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

  private static final String FOREIGN = "$Foreign";
  private static final Map<String, Optional<byte[]>> OF_OTHERS = new ConcurrentHashMap<>();

  static GuardedClasses of(Map<String, byte[]> plain) {
    ClassLibrary library =
        name -> {
          byte[] own = plain.get(name.replace('/', '.'));
          return own != null
              ? Optional.of(name.endsWith(FOREIGN) ? withNativeMethods(own) : own)
              : OF_OTHERS.computeIfAbsent(name, GuardedClasses::resource);
        };
    LoopCompiler compiler = new LoopCompiler(new AtomicInteger()::getAndIncrement);
    GuardPass guards = new GuardPass(FuzzGuards.class.getName().replace('.', '/'));
    Map<String, byte[]> classes = new HashMap<>();
    List<LoopKernel> loops = new ArrayList<>();
    List<RefusedLoop> refused = new ArrayList<>();
    List<UnguardedMethod> unguarded = new ArrayList<>();
    plain.forEach(
        (name, classFile) -> {
          if (name.endsWith(FOREIGN)) {
            classes.put(name, classFile);
            return;
          }
          CompiledClass compiled = compiler.compile(classFile, library, LoopSelection.none());
          byte[] rewritten = compiled.classFile().orElse(classFile);
          GuardedClass guarded = guards.guard(rewritten, library);
          classes.put(name, guarded.classFile().orElse(rewritten));
          loops.addAll(compiled.kernels());
          refused.addAll(compiled.refused());
          unguarded.addAll(guarded.unguarded());
        });
    return new GuardedClasses(classes, loops, refused, unguarded);
  }

  /** What a class would look like whose static methods are not written in Java. */
  private static byte[] withNativeMethods(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG);
    for (MethodNode method : node.methods) {
      if ((method.access & Opcodes.ACC_STATIC) != 0) {
        method.access |= Opcodes.ACC_NATIVE;
        method.instructions.clear();
        method.tryCatchBlocks.clear();
      }
    }
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
