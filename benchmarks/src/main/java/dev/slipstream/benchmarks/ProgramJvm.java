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
 * Runs programs of the benchmarks in JVMs of their own. Their classes are alone in folders, because
 * the agent refuses to start if a jar on the class path holds a part of it, as the benchmarks' jar
 * does.
 */
public final class ProgramJvm {
  private final List<String> classPath;
  private final Class<?> main;

  /**
   * @param classPath the folders and jars of the class path
   */
  public ProgramJvm(List<Path> classPath, Class<?> main) {
    this.classPath = classPath.stream().map(Path::toString).toList();
    this.main = main;
  }

  /** Copies classes of the benchmarks into a new folder. */
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
   * @param options the JVM's options
   * @param lines a pattern for each line of output: any other line, such as that the agent could
   *     not start, would make the times worthless
   * @return the lines of output
   * @throws IllegalStateException if the program failed or printed another line
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
