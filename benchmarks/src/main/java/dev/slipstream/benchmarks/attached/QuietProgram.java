package dev.slipstream.benchmarks.attached;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads a given number of classes of the jars on its class path, and prints the processor time of
 * its process in seconds.
 */
public final class QuietProgram {
  private QuietProgram() {}

  /**
   * Runs the program.
   *
   * @param arguments the number of classes to load
   * @throws IOException if a jar cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    load(Integer.parseInt(arguments[0]));
    System.out.println(processorSeconds());
  }

  private static void load(int most) throws IOException {
    int loaded = 0;
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (loaded < most && place.endsWith(".jar")) {
        try (JarFile jar = new JarFile(place)) {
          Enumeration<JarEntry> entries = jar.entries();
          while (loaded < most && entries.hasMoreElements()) {
            loaded += load(entries.nextElement().getName());
          }
        }
      }
    }
    if (loaded < most) {
      throw new IllegalStateException(loaded + " classes were loaded instead of " + most);
    }
  }

  /** Returns 1 if the class was loaded, otherwise 0: some classes need others that are missing. */
  private static int load(String file) {
    try {
      String name = file.replace(".class", "").replace('/', '.');
      Class.forName(name, false, QuietProgram.class.getClassLoader());
      return 1;
    } catch (ClassNotFoundException | LinkageError unusable) {
      return 0;
    }
  }

  /** Returns the processor time of this process until now, on all cores. */
  static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L)
        * 1e-9;
  }
}
