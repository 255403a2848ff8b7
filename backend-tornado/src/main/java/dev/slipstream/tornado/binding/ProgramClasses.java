package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.configuration.OutputFile;
import dev.slipstream.runtime.device.ProgramJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Adds classes to the program's class path, because TornadoVM reads the class file of a kernel
 * through the system class loader. One jar is added; its manifest names a folder into which classes
 * are written later.
 */
public final class ProgramClasses {
  private static final String FOLDER = "classes/";

  private final Path folder;
  private final ClassLoader loader;

  /**
   * @param folder a folder on the loader's class path
   */
  public ProgramClasses(Path folder, ClassLoader loader) {
    this.folder = folder;
    this.loader = loader;
  }

  /**
   * Makes a folder for classes, which is deleted when the JVM ends, and adds it to a class path.
   *
   * @throws TornadoException if files cannot be written, or the class path takes no jars
   */
  public static ProgramClasses on(ProgramJvm jvm, ClassLoader loader) throws TornadoException {
    try {
      Path base = OutputFile.createTemporaryFolder("slipstream-tornado");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(base), "slipstream-tornado"));
      Path classes = Files.createDirectory(base.resolve(FOLDER));
      Manifest manifest = new Manifest();
      manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, FOLDER);
      Path jar = base.resolve("path.jar");
      try (OutputStream out = Files.newOutputStream(jar)) {
        new JarOutputStream(out, manifest).close();
      }
      jvm.addToClassPath(jar);
      return new ProgramClasses(classes, loader);
    } catch (IOException | RuntimeException e) {
      throw new TornadoException(
          "kernels cannot be put on the class path, where TornadoVM looks for them: " + e, e);
    }
  }

  /**
   * Adds classes and loads the last one.
   *
   * @param names their binary names
   * @param classFiles their class files
   * @throws TornadoException if the classes cannot be written or loaded
   */
  public synchronized Class<?> add(List<String> names, List<byte[]> classFiles)
      throws TornadoException {
    try {
      for (int c = 0; c < names.size(); c++) {
        Path file = folder.resolve(names.get(c).replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, classFiles.get(c));
      }
      return Class.forName(names.get(names.size() - 1), true, loader);
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      throw new TornadoException("a kernel could not be put on the class path: " + e, e);
    }
  }

  private static void delete(Path base) {
    try (Stream<Path> files = Files.walk(base)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException left) {
      // A folder of small files is left in the temporary folder.
      System.getLogger(ProgramClasses.class.getName())
          .log(System.Logger.Level.DEBUG, "cannot delete " + base, left);
    }
  }
}
