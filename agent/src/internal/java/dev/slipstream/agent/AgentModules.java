package dev.slipstream.agent;

import dev.slipstream.boot.AgentClassLoader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.module.Modules;
import jdk.internal.module.ServicesCatalog;

/**
 * Defines the agent's two modules: one of the boot classes, whose public classes the program calls,
 * and one of all others, of which the program sees nothing. So program code cannot reach the
 * agent's privileges by reflection or method handles either.
 *
 * <p>A loader of its own loads this class, and no code keeps that loader, because packages that the
 * JDK exports to it stay exported to it. The class is compiled apart from the others, because it
 * names classes of the JDK that are exported only then. By reflection, or with public module
 * layers, the same takes some fifty milliseconds.
 */
public final class AgentModules implements Function<Object[], ClassLoader> {
  private static final String BOOT = "dev.slipstream.boot";
  private static final String LOADER = "dev/slipstream/boot/AgentClassLoader";
  private static final String AGENT = "dev.slipstream.agent";

  /** The program can call what is public here, but needs an Instrumentation of its own for that. */
  private static final String PREMAIN = "dev.slipstream.agent.premain";

  /** A file that the build makes: packages with classes, and service files, one a line. */
  private static final String INDEX = "inst/META-INF/index";

  /** What the agent itself uses of the JDK's packages, so that it need not open them later. */
  private static final List<String> INTERNALS =
      List.of("jdk.internal.access", "jdk.internal.loader", "jdk.internal.misc");

  private static final String SERVICES = "META-INF/services/";

  /**
   * Defines the modules, that of the boot classes only if no other copy of the agent has done so.
   *
   * @param start an {@link Instrumentation}, the {@link Path} of the agent's jar, and the {@link
   *     Module} from which {@code premain} is called
   * @return the loader of the agent's own classes
   * @throws IllegalStateException if this JDK's internals are different
   */
  @Override
  public ClassLoader apply(Object[] start) {
    Path file = (Path) start[1];
    try (JarFile jar = new JarFile(file.toFile(), false)) {
      Set<Module> own = Set.of(getClass().getModule());
      ((Instrumentation) start[0])
          .redefineModule(
              Object.class.getModule(),
              Set.of(),
              Map.of(
                  "jdk.internal.access", own, "jdk.internal.misc", own, "jdk.internal.module", own),
              Map.of(),
              Set.of(),
              Map.of());
      return define(jar, file, (Module) start[2]);
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError other) {
      throw new IllegalStateException(other);
    }
  }

  private static ClassLoader define(JarFile jar, Path file, Module premain)
      throws ReflectiveOperationException, IOException {
    Class<?> type = loaderType(jar);
    Module boot = type.getModule();
    if (!boot.isNamed()) {
      throw new IllegalStateException("the boot classes have no module");
    }
    // As an object at first: otherwise the verifier would need the class before it is defined.
    Object created = new AgentClassLoader(file);
    ClassLoader loader = (ClassLoader) created;
    Module agent = Modules.defineModule(loader, descriptor(jar), file.toUri());
    for (String each : INTERNALS) {
      Modules.addExports(Object.class.getModule(), each, agent);
    }
    for (Module other : ModuleLayer.boot().modules()) {
      Modules.addReads(agent, other);
    }
    Modules.addReads(agent, boot);
    // Backends and extensions use classes of unnamed modules.
    Modules.addReadsAllUnnamed(agent);
    Modules.addExports(agent, PREMAIN, premain);
    ServicesCatalog.getServicesCatalog(loader).register(agent);
    return loader;
  }

  /** Defines the class of the agent's loader, the first of the boot classes. */
  private static Class<?> loaderType(JarFile jar) throws IOException {
    try {
      return Class.forName(LOADER.replace('/', '.'), false, null);
    } catch (ClassNotFoundException notYet) {
      ModuleDescriptor.Builder builder = builder(BOOT);
      Module boot = Modules.defineModule(null, builder.exports(BOOT).build(), null);
      Modules.addExports(boot, BOOT);
      byte[] classFile = bytes(jar, LOADER.concat(".class"));
      return Unsafe.getUnsafe().defineClass(LOADER, classFile, 0, classFile.length, null, null);
    }
  }

  private static ModuleDescriptor descriptor(JarFile jar) throws IOException {
    Set<String> packages = new HashSet<>();
    ModuleDescriptor.Builder builder = builder(AGENT);
    for (String line : lines(bytes(jar, INDEX))) {
      if (line.startsWith(SERVICES)) {
        List<String> providers = lines(bytes(jar, "inst/".concat(line)));
        builder.provides(line.substring(SERVICES.length()), providers);
      } else {
        packages.add(line.replace('/', '.'));
      }
    }
    return builder.packages(packages).build();
  }

  /**
   * Returns a builder that does not validate names, because validation would take longer than all
   * else here.
   */
  private static ModuleDescriptor.Builder builder(String module) {
    return SharedSecrets.getJavaLangModuleAccess()
        .newModuleBuilder(module, /* strict= */ false, Set.of());
  }

  private static List<String> lines(byte[] file) {
    String text = new String(file, StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      String line = text.substring(from, end).trim();
      if (!line.isEmpty()) {
        lines.add(line);
      }
      from = end + 1;
    }
    return lines;
  }

  private static byte[] bytes(JarFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null) {
      throw new FileNotFoundException(name.concat(" in ").concat(jar.getName()));
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
