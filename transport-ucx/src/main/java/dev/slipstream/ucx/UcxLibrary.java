package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openucx.jucx.NativeLibs;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;

/** Loads UCX's library on this machine. */
final class UcxLibrary {
  private static final List<String> RDMA_TRANSPORTS = List.of("all", "ib", "rc", "dc", "ud");

  private static final Pattern UNPACKED = Pattern.compile("/\\S*/jucx\\d+/libjucx_[^/ ]*\\.so$");

  private UcxLibrary() {}

  /**
   * Opens UCX.
   *
   * @return a context, for messages, tagged messages and one-sided operations
   * @throws TransportException if the library is missing or does not work
   */
  static UcpContext open() throws TransportException {
    try {
      try {
        NativeLibs.load();
      } finally {
        deleteUnpacked();
      }
      UcpParams parameters =
          new UcpParams()
              .requestTagFeature()
              .requestAmFeature()
              .requestRmaFeature()
              .requestWakeupFeature();
      // Memory of this kind has a file, which peers on this machine can map.
      set(parameters, "ALLOC_PRIO", "md:posix,md:sysv,thp,md:*,mmap,heap");
      // TCP takes a call of the system for each segment. With 64 KiB, a region of 1 MiB takes up to
      // 1.5 times as long. UCX knows these keys without TCP's prefix only, and ignores others.
      set(parameters, "TCP_TX_SEG_SIZE", "TX_SEG_SIZE", "512k");
      set(parameters, "TCP_RX_SEG_SIZE", "RX_SEG_SIZE", "512k");
      // Without this, endpoints that notice the death of their peer do not use shared memory.
      set(parameters, "MM_ERROR_HANDLING", "y");
      // Over shared memory, only this notices that a peer was killed.
      set(parameters, "KEEPALIVE_INTERVAL", "500ms");
      return new UcpContext(parameters);
    } catch (LinkageError e) {
      throw new TransportException(
          "several nodes need UCX, whose library is missing or cannot be loaded ("
              + e.getMessage()
              + "): install it on every host (apt-get install libucx0)",
          e);
    } catch (UcxException e) {
      throw new TransportException(
          "UCX cannot be used: "
              + e.getMessage()
              + ". See what 'ucx_info -d' lists, and whether UCX_TLS and UCX_NET_DEVICES allow it",
          e);
    }
  }

  /**
   * Deletes the files that the binding has unpacked. The binding would only do so when the JVM
   * ends, but the JVM may be halted; a library that is loaded does not need its file any more.
   */
  private static void deleteUnpacked() {
    try {
      for (Path library : unpacked()) {
        Files.deleteIfExists(library);
        Files.deleteIfExists(library.getParent());
      }
    } catch (IOException | RuntimeException left) {
      System.getLogger(UcxLibrary.class.getName())
          .log(System.Logger.Level.DEBUG, "deleting what UCX's binding has unpacked", left);
    }
  }

  /**
   * The binding's library, which it has unpacked into its own folder, while it exists. The binding
   * does not remember the path, so it is taken from Linux's list of mapped files.
   */
  static Set<Path> unpacked() throws IOException {
    Set<Path> found = new HashSet<>();
    try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
      mappings
          .map(UNPACKED::matcher)
          .filter(Matcher::find)
          .forEach(m -> found.add(Path.of(m.group())));
    }
    return found;
  }

  private static void set(UcpParams parameters, String key, String value) {
    set(parameters, key, key, value);
  }

  /** Sets what the user has not set by a variable of the environment. */
  private static void set(UcpParams parameters, String variable, String key, String value) {
    if (System.getenv("UCX_" + variable) == null) {
      parameters.setConfig(key, value);
    }
  }

  /** Whether there is a device that reads the memory of other nodes, and UCX may use it. */
  static boolean hasRdma() {
    String allowed = System.getenv("UCX_TLS");
    return hasRdma(allowed == null ? "all" : allowed) && hasDevice();
  }

  static boolean hasRdma(String allowed) {
    boolean excluding = allowed.startsWith("^");
    for (String name : allowed.substring(excluding ? 1 : 0).split(",")) {
      String family = name.trim().toLowerCase(Locale.ROOT).replaceAll("[_:].*", "");
      if (RDMA_TRANSPORTS.contains(family)) {
        return !excluding;
      }
    }
    return excluding;
  }

  private static boolean hasDevice() {
    try (Stream<Path> devices = Files.list(Path.of("/sys/class/infiniband"))) {
      return devices.findAny().isPresent();
    } catch (IOException none) {
      return false;
    }
  }
}
