package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.device.DeviceException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opencl.CL;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.Library;

/**
 * Loads LWJGL's native part and the OpenCL loader library.
 *
 * <p>The application may have an LWJGL of its own. Only one class loader can load a native library,
 * which is identified by its path. Slipstream's copy is therefore unpacked into a private folder,
 * and no other one is loaded in its place. Settings that the application made for its own LWJGL
 * through system properties are ignored.
 */
public final class OpenClLibrary {
  /** In LWJGL's multi-release jar for Java 25 and newer only. */
  private static final String FOREIGN_MEMORY = "org/lwjgl/system/MemoryBackendFFM.class";

  private OpenClLibrary() {}

  /**
   * Loads the library, once per class loader.
   *
   * @param names file names to try in turn, {@code libOpenCL.so.1}
   * @throws DeviceException if none of them can be loaded
   */
  public static void load(List<String> names) throws DeviceException {
    synchronized (OpenClLibrary.class) {
      // The application's setting must be the same before and after; LWJGL changes it.
      String pathProperty = "org.lwjgl.librarypath";
      String path = System.getProperty(pathProperty);
      try {
        loadIsolated(names);
      } catch (IOException e) {
        throw new DeviceException(
            "OpenCL cannot be used: LWJGL's native library could not be unpacked in "
                + System.getProperty("java.io.tmpdir")
                + " ("
                + e.getMessage()
                + "). Make it writable or set java.io.tmpdir to another folder",
            e);
      } finally {
        if (path == null) {
          System.clearProperty(pathProperty);
        } else {
          System.setProperty(pathProperty, path);
        }
      }
    }
  }

  private static void loadIsolated(List<String> names) throws IOException, DeviceException {
    try (UnpackedLibrary unpacked = UnpackedLibrary.unpack()) {
      configure(unpacked.file());
      loadOwn(unpacked.file());
      PoclCache.prepare();
      loadFirst(names);
    }
  }

  private static void configure(Path library) {
    // LWJGL loads an absolute path as it is, and tries nothing else if that fails.
    Configuration.LIBRARY_NAME.set(library.toString());
    Configuration.LIBRARY_PATH.set(null);
    Configuration.MEMORY_ALLOCATOR.set("system");
    if (OpenClLibrary.class.getClassLoader().getResource(FOREIGN_MEMORY) != null) {
      // The default uses sun.misc.Unsafe, of which newer Java versions warn on stderr.
      Configuration.MEMORY_BACKEND.set("ffm");
    }
    Configuration.OPENCL_EXPLICIT_INIT.set(true);
    Configuration.DEBUG.set(false);
    Configuration.DEBUG_LOADER.set(false);
    Configuration.DEBUG_FUNCTIONS.set(false);
    // LWJGL prints advice for its own users when a library is missing; the caller's message is more
    // specific.
    Configuration.DEBUG_STREAM.set(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  private static void loadOwn(Path library) throws DeviceException {
    try {
      Library.initialize();
    } catch (LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new DeviceException(
          "OpenCL cannot be used: LWJGL's native library cannot be loaded from "
              + library
              + " ("
              + cause.getMessage()
              + "). If no code may run from there (noexec), set java.io.tmpdir to another folder",
          e);
    }
  }

  private static void loadFirst(List<String> names) throws DeviceException {
    List<Throwable> failures = new ArrayList<>();
    for (String name : names) {
      try {
        CL.create(name);
        return;
      } catch (IllegalStateException e) {
        // Another device of this process has loaded it already.
        if (loaded()) {
          return;
        }
        failures.add(e);
      } catch (LinkageError | RuntimeException e) {
        failures.add(e);
      }
    }
    Throwable last = failures.get(failures.size() - 1);
    throw new DeviceException(
        "OpenCL was not found: the library libOpenCL.so.1 cannot be loaded ("
            + last.getMessage()
            + "). To run on this machine's CPU through OpenCL: apt-get install pocl-opencl-icd"
            + " ocl-icd-libopencl1",
        last);
  }

  private static boolean loaded() {
    try {
      CL.getFunctionProvider();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
