package dev.slipstream.agent.ranks;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment variables of ranks, which {@code runtime.membership} reads. */
final class RankVariables {
  /** The rank of a process. */
  static final String RANK = "SLIPSTREAM_RANK";

  /** The number of ranks. */
  static final String SIZE = "SLIPSTREAM_SIZE";

  /** Variables that each launcher sets anew; inherited values do not count. */
  private static final List<String> OWN =
      List.of(
          RANK,
          SIZE,
          "SLIPSTREAM_RENDEZVOUS",
          "SLIPSTREAM_SECRET",
          "SLIPSTREAM_SECRET_FILE",
          "SLIPSTREAM_PROCESS");

  private static final String UCX_LOG = "UCX_LOG_LEVEL";
  private static final List<String> FORWARDED = List.of("SLIPSTREAM_", "UCX_", "OCL_ICD_");
  private static final List<String> OF_JAVA = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");
  private static final int SECRET_BYTES = 32;

  private RankVariables() {}

  /** Returns the variables that all ranks of one run share, with a new secret. */
  static Map<String, String> ofRun(int size, String rendezvous) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return Map.of(
        SIZE,
        Integer.toString(size),
        "SLIPSTREAM_RENDEZVOUS",
        rendezvous,
        "SLIPSTREAM_SECRET",
        HexFormat.of().formatHex(secret),
        // UCX writes warnings to the standard output, which belongs to the program.
        UCX_LOG,
        System.getenv().getOrDefault(UCX_LOG, "fatal"));
  }

  /** Removes from an environment what an outer launcher may have set. */
  static void removeInherited(Map<String, String> environment) {
    environment.keySet().removeAll(OWN);
  }

  /** Returns the part of the launcher's environment that ranks on other hosts get. */
  static Map<String, String> forwarded(Map<String, String> environment) {
    Map<String, String> forwarded = new TreeMap<>(environment);
    removeInherited(forwarded);
    forwarded
        .keySet()
        .removeIf(
            name -> !OF_JAVA.contains(name) && FORWARDED.stream().noneMatch(name::startsWith));
    return forwarded;
  }
}
