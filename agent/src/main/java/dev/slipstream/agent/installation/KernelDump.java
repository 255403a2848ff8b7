package dev.slipstream.agent.installation;

import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.runtime.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes what became of each taken loop into a folder: its kernel's class file, the OpenCL C of it
 * and what is known before it runs. Thread-safe.
 */
final class KernelDump {
  private final Optional<Path> folder;
  private final Log log;

  /**
   * @param folder where to write; nothing is written if it is empty
   */
  KernelDump(Optional<Path> folder, Log log) {
    this.folder = folder;
    this.log = log;
  }

  /** Writes the three files of a loop. That they cannot be written is said and changes nothing. */
  void write(LoopKernel kernel) {
    if (folder.isEmpty()) {
      return;
    }
    Path directory = folder.get();
    String name = kernel.className().substring(kernel.className().lastIndexOf('.') + 1);
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(name + ".class"), kernel.classFile());
      Files.writeString(directory.resolve(name + ".cl"), openCl(kernel));
      List<String> lines = new ArrayList<>(List.of(kernel.name().toString()));
      lines.addAll(kernel.analysis());
      Files.write(directory.resolve(name + ".txt"), lines);
    } catch (IOException e) {
      log.warn(
          "the kernel of "
              + kernel.name()
              + " could not be written to "
              + directory
              + " ("
              + e
              + "): check slipstream.dump");
    }
  }

  private static String openCl(LoopKernel kernel) {
    try {
      return OpenClTranslator.translate(
              kernel.classFile(), kernel.dimensions(), kernel.parameterTypes(), kernel.scratch())
          .text();
    } catch (UntranslatableException e) {
      return "// OpenCL devices cannot run this loop: " + e.getMessage() + "\n";
    }
  }
}
