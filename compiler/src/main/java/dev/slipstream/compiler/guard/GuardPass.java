package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.classfile.CodeSize;
import dev.slipstream.compiler.guard.emission.ClassParts;
import dev.slipstream.compiler.guard.emission.GuardCalls;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardWriter;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.emission.NativeMethods;
import dev.slipstream.compiler.guard.emission.OwnMethods;
import dev.slipstream.compiler.guard.placement.GuardPlan;
import dev.slipstream.compiler.guard.placement.MethodFacts;
import dev.slipstream.compiler.guard.placement.MotionBarriers;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.scan.ClassBytes;
import dev.slipstream.compiler.guard.scan.ClassHeader;
import dev.slipstream.compiler.guard.scan.ClassScan;
import dev.slipstream.compiler.guard.scan.Hierarchy;
import dev.slipstream.compiler.guard.scan.KnownClasses;
import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Inserts guards into classes of the program. Classes that were generated for loops must not be
 * passed in. Thread-safe.
 */
public final class GuardPass {
  private final String dispatcher;
  private final int leastLength;
  private final PlatformCalls platform = new PlatformCalls();

  /**
   * @param dispatcher the internal name of the class with the methods of {@link GuardCalls}; it
   *     must be visible to every instrumented class
   * @param leastLength guards need not call the dispatcher for arrays with fewer elements
   */
  public GuardPass(String dispatcher, int leastLength) {
    this.dispatcher = dispatcher;
    this.leastLength = leastLength;
  }

  /** As {@link #guard(byte[], ClassLibrary, KnownClasses, GuardForm)}, without known classes. */
  public GuardedClass guard(byte[] classFile, ClassLibrary library, GuardForm form) {
    return guard(classFile, library, new KnownClasses(), form);
  }

  /**
   * Instruments one class. The class keeps its version and its frames; no class is loaded.
   *
   * @param classFile the class file
   * @param library finds other classes' files; the worst is assumed of a class that it does not
   *     find
   * @param known headers that were read from that library before; new ones are added
   * @param form how the code calls the dispatcher
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public GuardedClass guard(
      byte[] classFile, ClassLibrary library, KnownClasses known, GuardForm form) {
    ClassBytes bytes = new ClassBytes(classFile);
    ClassReader reader = bytes.reader();
    ClassHeader header = ClassHeader.of(bytes);
    known.add(header);
    Hierarchy hierarchy = new Hierarchy(header, library, known);
    if (form.wrapsNatives() && header.hasNative() && !NativeMethods.mustStay(reader, hierarchy)) {
      NativeMethods.Wrapped wrapped = NativeMethods.wrap(reader);
      ClassBytes own = new ClassBytes(wrapped.classFile());
      Hierarchy around = new Hierarchy(ClassHeader.of(own), library, known);
      return guard(own, around, form, wrapped.names());
    }
    return guard(bytes, hierarchy, form, Set.of());
  }

  /**
   * @param renamed the renamed native methods that were added
   */
  private GuardedClass guard(
      ClassBytes bytes, Hierarchy hierarchy, GuardForm form, Set<String> renamed) {
    ClassScan scan = ClassScan.of(bytes, hierarchy, platform);
    if (!scan.needsGuards() && form.given().orElse(Set.of()).isEmpty()) {
      return unchanged(List.of(), List.of());
    }
    Map<String, String> left = new HashMap<>();
    while (true) {
      // A class that may leak is parsed wholly, to find where.
      ClassParts parts =
          new ClassParts(bytes.reader(), method -> scan.mayLeak() || scan.mayNeedGuards(method));
      ClassNode node = parts.node();
      ClassFiles files = ClassFiles.ofDeclarations(node, hierarchy.library());
      List<UnguardedMethod> unguarded = new ArrayList<>();
      if (scan.mayLeak()) {
        unguarded.addAll(scan.leaks(files));
      }
      OwnMethods own = new OwnMethods(node, dispatcher, leastLength, form);
      Set<String> guarded = guard(parts, files, hierarchy.known(), scan, own, left);
      for (Map.Entry<String, String> method : left.entrySet()) {
        unguarded.add(new UnguardedMethod(name(node, method.getKey()), method.getValue()));
      }
      List<String> natives = new ArrayList<>();
      for (MethodNode method : node.methods) {
        String name = method.name + method.desc;
        if (ClassFiles.has(method.access, Opcodes.ACC_NATIVE) && !renamed.contains(name)) {
          natives.add(name(node, name));
        }
      }
      if (guarded.isEmpty() && own.names().isEmpty()) {
        return unchanged(unguarded, natives);
      }
      Map<String, String> tooLarge = new HashMap<>();
      byte[] written = write(parts, guarded, bytes, tooLarge);
      if (tooLarge.isEmpty()) {
        List<String> names = new ArrayList<>();
        for (String method : guarded) {
          names.add(name(node, method));
        }
        Set<String> added = new LinkedHashSet<>(own.names());
        added.addAll(renamed);
        return new GuardedClass(Optional.of(written), names, unguarded, added, natives);
      }
      left.putAll(tooLarge);
    }
  }

  private static GuardedClass unchanged(List<UnguardedMethod> unguarded, List<String> natives) {
    return new GuardedClass(Optional.empty(), List.of(), unguarded, Set.of(), natives);
  }

  private static byte[] write(
      ClassParts parts, Set<String> guarded, ClassBytes bytes, Map<String, String> tooLarge) {
    try {
      byte[] written = parts.write(guarded);
      Map<String, Integer> large =
          new ClassBytes(written).codeLargerThan(CodeSize.LARGEST_COMPILED);
      if (!large.isEmpty()) {
        // The JIT never compiles a method that is longer already, guarded or not.
        Set<String> before = bytes.codeLargerThan(CodeSize.LARGEST_COMPILED).keySet();
        large.forEach(
            (method, size) -> {
              if (!before.contains(method)) {
                tooLarge.put(method, "it would grow to " + size + " bytes");
              }
            });
      }
      return written;
    } catch (MethodTooLargeException e) {
      tooLarge.put(
          e.getMethodName() + e.getDescriptor(), "it would grow to " + e.getCodeSize() + " bytes");
      return new byte[0];
    }
  }

  /** Returns the names and descriptors of the methods that were changed. */
  private Set<String> guard(
      ClassParts parts,
      ClassFiles files,
      KnownClasses known,
      ClassScan scan,
      OwnMethods own,
      Map<String, String> left) {
    ClassNode node = files.self();
    MotionBarriers barriers = new MotionBarriers(files, known);
    Set<String> guarded = new LinkedHashSet<>();
    for (MethodNode method : node.methods) {
      String name = method.name + method.desc;
      if (!parts.isChosen(method) || method.instructions.size() == 0 || left.containsKey(name)) {
        continue;
      }
      try {
        GuardPlan plan =
            new GuardPlan(
                new MethodFacts(files, method, barriers, scan.calls()),
                node.version & 0xFFFF,
                scan.foreign());
        if (!plan.isEmpty()) {
          GuardWriter.insert(plan, own);
          guarded.add(name);
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
