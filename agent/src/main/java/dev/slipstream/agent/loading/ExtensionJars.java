package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.Log;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Loads the jars that replace parts of the runtime. They see the runtime's classes; the program
 * does not see theirs.
 */
public final class ExtensionJars {
  private ExtensionJars() {}

  /**
   * Returns a class loader that finds services in some jars, and those of the agent.
   *
   * @param jars their paths; a path that is no file is left out, with a warning
   */
  public static ClassLoader loader(List<Path> jars, Log log) {
    ClassLoader own = ExtensionJars.class.getClassLoader();
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      if (!Files.isRegularFile(jar)) {
        log.warn(
            jar.toAbsolutePath()
                + " is not a file, so it adds no extension: correct slipstream.extensions");
        continue;
      }
      try {
        urls.add(jar.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(jar + " has no URL", e);
      }
    }
    if (urls.isEmpty()) {
      return own;
    }
    // Stays open until the JVM ends, like the runtime that uses it.
    ClassLoader loader = new URLClassLoader("slipstream-extensions", urls.toArray(new URL[0]), own);
    Module agent = ExtensionJars.class.getModule();
    for (String name : agent.isNamed() ? agent.getPackages() : Set.<String>of()) {
      agent.addExports(name, loader.getUnnamedModule());
    }
    return loader;
  }
}
