package dev.slipstream.demo.runner;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import dev.slipstream.demo.Program;
import java.util.Optional;

/** One line of JSON for each program, for scripts to read. */
final class ResultJson {
  private ResultJson() {}

  static String line(Comparison comparison) {
    AgentReport report = comparison.report();
    return new JsonObject()
        .add("name", comparison.program().title())
        .add("size", comparison.size())
        .add("device", report.places())
        .add("checksum", comparison.attached().checksum())
        .add("checksumEqual", comparison.checksumEqual())
        .add("maxUlp", maxUlp(comparison.attached()))
        .add("results", comparison.verdict().words())
        .add("millisWithout", comparison.plain().millis())
        .add("millisWith", comparison.attached().millis())
        .add("millisCompiling", millis(comparison.compiling()))
        .add("millisRanks", millis(comparison.ranked().map(Comparison.Ranked::output)))
        .add(
            "bytesBetweenRanks",
            comparison.ranked().map(run -> Json.value(run.bytes())).orElse(Json.NULL))
        .add("loopShare", Math.round(comparison.loopShare() * 10_000) / 10_000.0)
        .add("launches", report.launches())
        .add("loopsTaken", report.taken())
        .add("loopsRefused", report.refused())
        .toString();
  }

  static String failure(Program program, RunnerException reason) {
    return new JsonObject()
        .add("name", program.title())
        .add("error", String.valueOf(reason.getMessage()))
        .toString();
  }

  private static JsonValue millis(Optional<ProgramOutput> run) {
    return run.map(known -> Json.value(known.millis())).orElse(Json.NULL);
  }

  /**
   * Returns the error as a number, or infinity as text: JSON has no infinity, and text is not
   * mistaken for a small number.
   */
  private static JsonValue maxUlp(ProgramOutput output) {
    if (output.maxUlp().isEmpty()) {
      return Json.NULL;
    }
    double value = output.maxUlp().getAsDouble();
    return Double.isFinite(value) ? Json.value(value) : Json.value(Double.toString(value));
  }
}
