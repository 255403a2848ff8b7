package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.configuration.FolderOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lwjgl.system.JNI;
import org.lwjgl.system.Library;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.SharedLibrary;

/**
 * Chooses the folder in which PoCL keeps the kernels that it builds, as libraries that it loads. If
 * PoCL cannot write to the folder, it has no device. If no code may run from the folder, it ends
 * the process. In these cases it is given another folder, or its devices are not used. Guarded by
 * its class.
 */
final class PoclCache {
  /** The name of PoCL's platforms. */
  static final String PLATFORM = "Portable Computing Language";

  private static final String VARIABLE = "POCL_CACHE_DIR";

  @SuppressWarnings("NonFinalStaticField") // Determined once for the process, as PoCL does.
  private static Optional<String> problem = Optional.empty();

  @SuppressWarnings("NonFinalStaticField")
  private static boolean isPrepared;

  private PoclCache() {}

  /** The reason why PoCL's devices must not be used; empty if they can be, or if there are none. */
  static synchronized Optional<String> problem() {
    return problem;
  }

  /** Provides a folder before OpenCL is called for the first time. LWJGL must have been loaded. */
  static synchronized void prepare() {
    if (isPrepared || !System.getProperty("os.name").equals("Linux")) {
      return;
    }
    isPrepared = true;
    Mounts mounts = Mounts.now();
    Optional<Path> given = given(System.getenv());
    Optional<String> hindrance =
        given.isEmpty()
            ? Optional.of("neither HOME nor POCL_CACHE_DIR names a folder")
            : mounts.hindrance(given.get());
    if (hindrance.isEmpty()) {
      return;
    }
    for (Path temporary : temporaries(System.getProperty("java.io.tmpdir"))) {
      Path own = temporary.resolve("slipstream-pocl-" + System.getProperty("user.name"));
      if (mounts.hindrance(own).isEmpty() && isOwn(own) && tell(own)) {
        return;
      }
    }
    problem =
        Optional.of(
            "PoCL has no folder in which it can keep what it builds ("
                + hindrance.get()
                + "): set POCL_CACHE_DIR to one that can be written and from which code may run");
  }

  /**
   * The folder in which PoCL would keep kernels. If the variable is empty, PoCL ends the process.
   */
  static Optional<Path> given(Map<String, String> environment) {
    String told = environment.get(VARIABLE);
    if (told != null) {
      return told.isEmpty() ? Optional.empty() : Optional.of(Path.of(told));
    }
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (!caches.isEmpty()) {
      return Optional.of(Path.of(caches, "pocl"));
    }
    String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home, ".cache", "pocl"));
  }

  private static List<Path> temporaries(String folder) {
    List<Path> all = new ArrayList<>(List.of(Path.of(folder)));
    all.add(Path.of("/var/tmp"));
    all.add(Path.of("/dev/shm"));
    return all;
  }

  /**
   * Creates a folder if it does not exist. Other users must not be able to prepare files that PoCL
   * loads.
   */
  private static boolean isOwn(Path folder) {
    try {
      if (FolderOwner.distrust(folder).isPresent()) {
        return false;
      }
      if (!Files.isDirectory(folder)) {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return FolderOwner.distrust(folder).isEmpty();
    } catch (IOException | UnsupportedOperationException unable) {
      return false;
    }
  }

  /** Sets the variable for native code; Java and the processes that it starts do not see it. */
  private static boolean tell(Path folder) {
    try {
      SharedLibrary library = Library.loadNative(PoclCache.class, "org.lwjgl", "libc.so.6");
      long putenv = library.getFunctionAddress("putenv");
      // The memory belongs to the environment from now on.
      long assignment = MemoryUtil.memAddress(MemoryUtil.memUTF8(VARIABLE + "=" + folder));
      return putenv != 0 && JNI.invokePI(assignment, putenv) == 0;
    } catch (LinkageError otherLibrary) {
      return false;
    }
  }
}
