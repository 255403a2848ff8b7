package dev.slipstream.agent.child;

import dev.slipstream.fixture.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * OpenCL with calls that fail: a layer of its loader, built from a source among the tests'
 * resources.
 *
 * @param library the layer
 */
public record FaultyOpenCl(Path library) {
  /** Builds it; skips the test if that cannot be done here. */
  public static FaultyOpenCl assume(Path folder) throws IOException, InterruptedException {
    OpenClHere.assume();
    String compiler = Tool.assume("cc").toString();
    Path source = folder.resolve("faults.c");
    try (var resource = FaultyOpenCl.class.getResourceAsStream("/faults/faults.c")) {
      Files.write(source, resource.readAllBytes());
    }
    Path library = folder.resolve("libfaults.so");
    Tool.run(compiler, "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString());
    return new FaultyOpenCl(library);
  }

  /**
   * Makes a program use the layer.
   *
   * @param fault the failing call, in the syntax of the source; empty if none
   */
  public ChildJvm in(ChildJvm program, String fault) {
    return program
        .environment("OPENCL_LAYERS", library.toString())
        .environment("OPENCL_FAULT", fault);
  }

  /**
   * Returns how often a program calls each function; skips the test if OpenCL's loader has no
   * layers.
   */
  public Map<String, Integer> calls(ChildJvm program, Path classPath, String mainClass)
      throws IOException {
    Path counts = library.resolveSibling("counts.txt");
    in(program, "").environment("OPENCL_FAULT_COUNTS", counts.toString()).run(classPath, mainClass);
    Map<String, Integer> calls = new LinkedHashMap<>();
    if (Files.exists(counts)) {
      for (String line : Files.readAllLines(counts)) {
        String[] words = line.split(" ");
        calls.put(words[0], Integer.parseInt(words[1]));
      }
    }
    Assumptions.assumeTrue(
        calls.getOrDefault("clCreateContext", 0) > 0, "OpenCL's loader knows no layers");
    return calls;
  }
}
