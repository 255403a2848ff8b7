package dev.slipstream.agent.child;

import dev.slipstream.api.Parallel;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Programs that are compiled while the tests run. */
public final class ChildProgram {
  /** A placeholder for the folder of the sources. */
  public static final String SOURCES = "{sources}";

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("(?m)^(?:public |final )*class (\\w+)");

  private ChildProgram() {}

  /** Compiles sources, one top-level class each, into a folder. */
  public static Path compile(Path folder, String... sources) {
    return compile(folder, List.of("--release", "17", "-g", "-cp", apiJar().toString()), sources);
  }

  /** Compiles sources of a package into a folder, as a module that has the package's name. */
  public static Path compileModule(Path folder, String name, String... sources) {
    List<String> all = new ArrayList<>(List.of("module " + name + " {}\n"));
    all.addAll(List.of(sources));
    String reads = name + "=ALL-UNNAMED";
    return compile(
        folder,
        List.of("--release", "17", "-g", "--add-reads", reads, "-cp", apiJar().toString()),
        all.toArray(String[]::new));
  }

  /**
   * Compiles sources with the given options of javac into a folder. {@link #SOURCES} in an option
   * stands for the folder of the sources.
   */
  public static Path compile(Path folder, List<String> options, String... sources) {
    try {
      Path sourceFolder = Files.createTempDirectory("slipstream-source");
      try {
        return compile(folder, sourceFolder, options, sources);
      } finally {
        delete(sourceFolder);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path compile(
      Path folder, Path sourceFolder, List<String> options, String... sources) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String source : sources) {
      Path file = sourceFolder.resolve(path(source));
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, source));
    }
    Files.createDirectories(folder);
    List<String> all = new ArrayList<>();
    options.forEach(option -> all.add(option.replace(SOURCES, sourceFolder.toString())));
    all.add("-d");
    all.add(folder.toString());
    all.add("-nowarn");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
      if (!compiler.getTask(messages, manager, null, all, null, units).call()) {
        throw new IllegalStateException("a test program does not compile:\n" + messages);
      }
    }
    return folder;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** The folder or jar of the API that programs compile against. */
  public static Path apiJar() {
    return locationOf(Parallel.class);
  }

  /** The folder or jar that a class of the tests' class path comes from. */
  public static Path locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The line, from 1, of the first line in a source that contains a text. */
  public static int lineOf(String source, String text) {
    return (int) source.substring(0, source.indexOf(text)).lines().count()
        + (source.charAt(Math.max(0, source.indexOf(text) - 1)) == '\n' ? 1 : 0);
  }

  private static String path(String source) {
    if (source.startsWith("module ") || source.startsWith("open module ")) {
      return "module-info.java";
    }
    Matcher type = TYPE.matcher(source);
    if (!type.find()) {
      throw new IllegalArgumentException("no class in:\n" + source);
    }
    Matcher inPackage = PACKAGE.matcher(source);
    String folder = inPackage.find() ? inPackage.group(1).replace('.', '/') + "/" : "";
    return folder + type.group(1) + ".java";
  }
}
