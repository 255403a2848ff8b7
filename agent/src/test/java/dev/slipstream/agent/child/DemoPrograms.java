package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The demo programs, compiled from their sources. */
public final class DemoPrograms {
  /** The class that starts one, by its name. */
  public static final String MAIN = "dev.slipstream.demo.Demos";

  private static final Path SOURCES = Path.of("..", "demo-apps", "src", "main", "java");

  private DemoPrograms() {}

  /** Compiles them into a folder. */
  public static Path compile(Path folder) throws IOException {
    Path sources = SOURCES.toAbsolutePath().normalize();
    return ChildProgram.compile(
        folder,
        List.of(
            "--release",
            "17",
            "-g",
            "-cp",
            ChildProgram.apiJar().toString(),
            "-sourcepath",
            sources.toString()),
        Files.readString(sources.resolve(MAIN.replace('.', '/') + ".java")));
  }
}
