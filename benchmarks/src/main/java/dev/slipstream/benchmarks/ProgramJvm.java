package dev.slipstream.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs of the benchmarks in JVMs of their own. They stand alone in folders: the agent refuses
 * to start where a jar on the class path has a part of it, as that of the benchmarks.
 */
public final class ProgramJvm {
  private final List<String> classPath;
  private final Class<?> main;

  /**
   * @param classPath folders and jars
   */
  public ProgramJvm(List<Path> classPath, Class<?> main) {
    this.classPath = classPath.stream().map(Path::toString).toList();
    this.main = main;
  }

  /** Copies classes of the benchmarks into a folder, which is made. */
  public static Path copy(Path folder, Class<?>... classes) throws IOException {
    for (Class<?> type : classes) {
      String name = type.getName().replace('.', '/') + ".class";
      Files.createDirectories(folder.resolve(name).getParent());
      try (InputStream in = ProgramJvm.class.getResourceAsStream("/" + name)) {
        Files.copy(in, folder.resolve(name));
      }
    }
    return folder;
  }

  /**
   * Runs the program with the JVM that runs this one.
   *
   * @param options the JVM's
   * @param lines what each line is to look like: whatever is said besides, such as that the agent
   *     could not start, makes times worthless
   * @return what it said
   * @throws IllegalStateException if it failed or said something else
   */
  public List<String> run(List<String> options, String lines, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(options);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> said;
    try (BufferedReader reader = process.inputReader()) {
      said = reader.lines().toList();
    }
    int exit = process.waitFor();
    if (exit != 0 || said.isEmpty() || !said.stream().allMatch(line -> line.matches(lines))) {
      throw new IllegalStateException(
          command + " ended with " + exit + System.lineSeparator() + said);
    }
    return said;
  }
}
