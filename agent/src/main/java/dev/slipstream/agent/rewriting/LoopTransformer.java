package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.loading.BootAccess;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.classfile.MethodBodies;
import dev.slipstream.compiler.discovery.AnnotationNames;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes the marked loops out of classes while they are loaded or retransformed. Called by the JVM
 * in any thread that loads a class; never throws.
 */
public final class LoopTransformer implements ClassFileTransformer {
  private final LoopScope scope;
  private final LoopSelection selection;
  private final boolean namesLoops;
  private final LoopSource source;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final BootAccess bootAccess;
  private final Optional<StrictMarker> strict;
  private final LoopRegistry registry;

  /**
   * @param selection the loops that the user named
   * @param namesLoops whether there are any
   * @param source provides the classes with their loops taken out
   * @param libraries finds the class files that a loader sees
   * @param strict marks classes with refused loops; if empty, these loops run as before
   */
  public LoopTransformer(
      LoopScope scope,
      LoopSelection selection,
      boolean namesLoops,
      LoopSource source,
      Function<ClassLoader, ClassLibrary> libraries,
      BootAccess bootAccess,
      Optional<StrictMarker> strict,
      LoopRegistry registry) {
    this.scope = scope;
    this.selection = selection;
    this.namesLoops = namesLoops;
    this.source = source;
    this.libraries = libraries;
    this.bootAccess = bootAccess;
    this.strict = strict;
    this.registry = registry;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (module == null
        || loader == null
        || internalName == null
        || !scope.includes(loader, internalName)) {
      return null;
    }
    try {
      ClassLibrary library = libraries.apply(loader);
      byte[] marked = redefined == null ? classFile : withMarks(internalName, classFile, library);
      return mayHoldLoops(internalName, marked)
          ? compile(module, loader, redefined != null, marked, library).orElse(null)
          : null;
    } catch (Throwable e) {
      // The JVM would discard the exception silently; the program needs the class anyway.
      registry.unreadable(internalName.replace('/', '.'), String.valueOf(e));
      return null;
    }
  }

  /** Whether a class file may hold a marked or named loop; a cheap test, false for most classes. */
  public boolean mayHoldLoops(String internalName, byte[] classFile) {
    return AnnotationNames.mayBeIn(classFile)
        || (namesLoops && selection.mentions(internalName.replace('/', '.')));
  }

  /** Whether a loaded class may hold a marked or named loop. */
  public boolean mayHoldLoops(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    String internalName = type.getName().replace('.', '/');
    if (loader == null || !scope.includes(loader, internalName)) {
      return false;
    }
    try {
      // If the file cannot be found, the JVM still has the class, and passes it to the
      // transformers.
      Optional<byte[]> file = libraries.apply(loader).find(internalName);
      return file.isEmpty() || mayHoldLoops(internalName, file.get());
    } catch (RuntimeException unreadable) {
      return true;
    }
  }

  /**
   * Returns the class file that a loaded class came from. For a class that is loaded already the
   * JVM passes a class file without the annotations of local variables; the annotations' names are
   * still among its constants. The file that the library finds counts only if its code is the same:
   * otherwise it is another version, or another agent has changed the class since.
   */
  private static byte[] withMarks(String internalName, byte[] passed, ClassLibrary library) {
    if (!AnnotationNames.mayBeIn(passed)) {
      return passed;
    }
    return library
        .find(internalName)
        .filter(AnnotationNames::mayBeIn)
        .filter(file -> MethodBodies.same(file, passed))
        .orElse(passed);
  }

  private Optional<byte[]> compile(
      Module module, ClassLoader loader, boolean isLoaded, byte[] classFile, ClassLibrary library) {
    CompiledClass compiled = source.compile(classFile, loader, isLoaded, library);
    if (compiled.kernels().isEmpty() && compiled.open().isEmpty() && compiled.refused().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> obstacle = bootAccess.grant(module, loader);
    compiled.refused().forEach(registry::refused);
    if (obstacle.isPresent()) {
      List<LoopName> names = new ArrayList<>();
      compiled.kernels().forEach(kernel -> names.add(kernel.name()));
      compiled.open().forEach(loop -> names.add(loop.name()));
      for (LoopName name : names) {
        registry.refused(
            new RefusedLoop(
                name,
                RefusalKind.CLASS_LOADERS,
                obstacle.get(),
                "Let it delegate packages that start with dev.slipstream.boot to its parent."));
      }
      return Optional.empty();
    }
    compiled.kernels().forEach(kernel -> registry.taken(kernel, loader));
    compiled.open().forEach(loop -> registry.open(loop, loader));
    return strict.isPresent()
        ? strict.get().mark(compiled.classFile(), classFile, compiled.refused())
        : compiled.classFile();
  }
}
