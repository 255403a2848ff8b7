package dev.slipstream.agent;

import dev.slipstream.boot.AgentClassLoader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The agent's entry point. If the agent fails to start, the program runs on without it, after one
 * line that says so.
 */
public final class SlipstreamAgent {
  private static final String INSTALLATION = "dev.slipstream.agent.premain.Installation";

  private static final String MODULES = "dev/slipstream/agent/AgentModules.class";

  private SlipstreamAgent() {}

  /** Called before the program's {@code main}. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    start(arguments, instrumentation, false);
  }

  /** Called when the agent is attached to a running program. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
    start(arguments, instrumentation, true);
  }

  private static void start(
      @Nullable String arguments, Instrumentation instrumentation, boolean attached) {
    @Nullable Path jar = null;
    try {
      jar = jar();
      @SuppressWarnings("unchecked") // The class has another loader.
      BiConsumer<Map<String, String>, Instrumentation> installation =
          (BiConsumer<Map<String, String>, Instrumentation>)
              loader(instrumentation, jar).loadClass(INSTALLATION).getConstructor().newInstance();
      installation.accept(
          Map.of(
              "arguments",
              arguments == null ? "" : arguments,
              "jar",
              jar.toString(),
              "attached",
              String.valueOf(attached)),
          instrumentation);
    } catch (UncheckedIOException e) {
      complain(e.getCause() == null ? e : e.getCause());
    } catch (ClassNotFoundException | FileNotFoundException e) {
      complain(
          new IllegalStateException(
              jar
                  + " contains some of the agent's classes and is on the class path in front of the"
                  + " agent's jar: remove it from the class path, or these classes from it",
              e));
    } catch (Throwable e) {
      complain(e);
    }
  }

  /**
   * Returns the class loader of the agent's classes. They form a module where this JDK's internals
   * allow it; otherwise a plain {@link AgentClassLoader} loads them.
   */
  private static ClassLoader loader(Instrumentation instrumentation, Path jar)
      throws IOException, ReflectiveOperationException {
    byte[] classFile;
    try (JarFile file = new JarFile(jar.toFile(), false);
        InputStream in = file.getInputStream(file.getEntry(MODULES))) {
      classFile = in.readAllBytes();
    }
    Function<?, ?> modules =
        (Function<?, ?>) new Once().define(classFile).getConstructor().newInstance();
    @SuppressWarnings("unchecked") // The class has another loader.
    Function<Object[], ClassLoader> known = (Function<Object[], ClassLoader>) modules;
    try {
      return known.apply(new Object[] {instrumentation, jar, SlipstreamAgent.class.getModule()});
    } catch (IllegalStateException otherJdk) {
      return new AgentClassLoader(jar);
    }
  }

  /** Defines one class, apart from all others, so that no other code can reach it. */
  private static final class Once extends ClassLoader {
    Once() {
      super(ClassLoader.getPlatformClassLoader());
    }

    Class<?> define(byte[] classFile) {
      return defineClass(null, classFile, 0, classFile.length);
    }
  }

  /**
   * Returns the jar that holds this class.
   *
   * @throws IllegalStateException if the class was not loaded from a jar or folder
   */
  static Path jar() {
    CodeSource source = SlipstreamAgent.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException(
          "the agent's jar is on the bootstrap class path: name it with -javaagent only");
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(
          source.getLocation() + " is not the path of a file: move the agent's jar elsewhere", e);
    }
  }

  private static void complain(Throwable cause) {
    System.err.println(
        "[slipstream] the agent could not start, the program runs without it: " + cause);
  }
}
