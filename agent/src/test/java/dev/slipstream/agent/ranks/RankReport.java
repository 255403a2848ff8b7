package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The ranks of a report in JSON, in their order.
 *
 * @param kernels the number of loops of which each rank had a part
 * @param bytes the bytes that each rank has sent
 */
record RankReport(List<Long> kernels, List<Long> bytes) {
  private static final Pattern RANK =
      Pattern.compile(
          "\"rank\": ?\\d+,.*?\"kernels\": ?(\\d+),.*?\"bytes\": ?(\\d+)", Pattern.DOTALL);

  /** Reads a report file. */
  static RankReport read(Path file) throws IOException {
    List<MatchResult> ranks = RANK.matcher(Files.readString(file)).results().toList();
    return new RankReport(
        ranks.stream().map(rank -> Long.valueOf(rank.group(1))).toList(),
        ranks.stream().map(rank -> Long.valueOf(rank.group(2))).toList());
  }

  /** Returns the number of loops of which the last rank had a part. */
  long kernelsOfLast() {
    return kernels.get(kernels.size() - 1);
  }

  /** Returns the bytes that all ranks have sent. */
  long bytesOfAll() {
    return bytes.stream().mapToLong(Long::longValue).sum();
  }
}
