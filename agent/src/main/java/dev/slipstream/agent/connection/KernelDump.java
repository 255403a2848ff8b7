package dev.slipstream.agent.connection;

import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.RefusedLoop;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes files about each loop into a folder: for a taken loop its kernels as class files and
 * OpenCL C, what is known before it runs, and what its first execution reads and writes; for others
 * the reason of the refusal. Thread-safe.
 */
final class KernelDump {
  private final Optional<Path> folder;
  private final boolean fastMath;
  private final Log log;

  /**
   * @param folder the folder to write to; if empty, nothing is written
   * @param fastMath whether devices may compute floating-point results that differ from Java's
   */
  KernelDump(Optional<Path> folder, boolean fastMath, Log log) {
    this.folder = folder;
    this.fastMath = fastMath;
    this.log = log;
  }

  /**
   * Writes the files of a taken loop: class file and OpenCL C of its kernel and of its inspector,
   * and what is known before it runs. A failure to write is logged and changes nothing.
   */
  void write(LoopKernel kernel) {
    if (folder.isEmpty()) {
      return;
    }
    Path directory = folder.get();
    try {
      OutputFile.createFolder(directory);
      write(kernel.kernel(), directory);
      write(kernel.checkedKernel(), directory);
      List<String> lines = new ArrayList<>(List.of(kernel.name().toString()));
      lines.addAll(kernel.analysis());
      if (fastMath) {
        lines.add("slipstream.fastMath=true: results on OpenCL devices may differ from Java's");
      }
      String name = simpleName(kernel.kernel().className());
      OutputFile.write(directory.resolve(name + ".txt"), text(lines));
    } catch (IOException e) {
      warn("the kernel of " + kernel.name(), directory, e);
    }
  }

  private void write(RangeKernel kernel, Path directory) throws IOException {
    String name = simpleName(kernel.className());
    OutputFile.write(directory.resolve(name + ".class"), kernel.classFile());
    OutputFile.write(directory.resolve(name + ".cl"), openCl(kernel));
  }

  /**
   * Writes how the mappers of a loop's first execution are derived: its accesses as formulas, the
   * formulas' values, the boxes of chunks, and the loops along which the execution can be divided
   * or the reason why it cannot.
   */
  void mappers(LoopKernel kernel, int start, Object[] captures) {
    if (folder.isEmpty()) {
      return;
    }
    Path directory = folder.get();
    try {
      OutputFile.createFolder(directory);
      List<String> lines = new ArrayList<>(List.of(kernel.name().toString()));
      lines.addAll(kernel.derivation(start, captures));
      OutputFile.write(
          directory.resolve(simpleName(kernel.kernel().className()) + ".mappers.txt"), text(lines));
    } catch (IOException e) {
      warn("the mappers of " + kernel.name(), directory, e);
    }
  }

  /** Adds a loop to the file of refused loops. */
  void write(RefusedLoop loop) {
    if (folder.isEmpty()) {
      return;
    }
    Path directory = folder.get();
    try {
      OutputFile.createFolder(directory);
      OutputFile.append(
          directory.resolve("refused.txt"),
          loop.name()
              + ": "
              + loop.reason()
              + "\n  "
              + loop.advice()
              + "\n  See "
              + loop.kind().page()
              + "\n");
    } catch (IOException e) {
      warn("the refusal of " + loop.name(), directory, e);
    }
  }

  private void warn(String what, Path directory, IOException failure) {
    log.warn(
        what
            + " could not be written to "
            + directory
            + " ("
            + failure
            + "): check slipstream.dump");
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private String openCl(RangeKernel kernel) {
    try {
      FloatingPoint floatingPoint = fastMath ? FloatingPoint.RELAXED : FloatingPoint.EXACT;
      return OpenClTranslator.translate(
              kernel.classFile(),
              kernel.dimensions(),
              kernel.descriptors(),
              floatingPoint,
              kernel.scratch(),
              ArrayStart.FIRST_ELEMENT)
          .text();
    } catch (UntranslatableException e) {
      return "// OpenCL devices cannot run this loop: " + e.getMessage() + "\n";
    }
  }
}
