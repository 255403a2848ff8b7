package dev.slipstream.compiler.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads {@code @Split} and {@code @Reads} on the variables of a method's loops. */
public final class HintAnnotations {
  private static final String SPLIT = "Ldev/slipstream/api/Split;";
  private static final String READS = "Ldev/slipstream/api/Reads;";
  private static final String ALL_READS = "Ldev/slipstream/api/Reads$All;";

  private final MethodNode method;
  private final List<String> problems = new ArrayList<>();

  /** A variable of a loop: its slot, and an instruction in its scope. */
  public record Variable(int slot, int instruction) {}

  private HintAnnotations(MethodNode method) {
    this.method = method;
  }

  /**
   * The hints for a nest.
   *
   * @param variables the variables of the loops that make its dimensions, outermost first
   * @param chosen the option's value for the nest, which overrides the annotation
   */
  public static LoopHints of(
      MethodNode method, List<Variable> variables, Optional<SplitHint.Way> chosen) {
    return new HintAnnotations(method).read(variables, chosen);
  }

  private LoopHints read(List<Variable> variables, Optional<SplitHint.Way> chosen) {
    SplitHint.Way way = SplitHint.Way.ANY;
    List<Long> granularity = new ArrayList<>();
    List<DeclaredRead> reads = new ArrayList<>();
    List<LocalAnnotation> all = LocalAnnotation.of(method);
    for (int d = 0; d < variables.size(); d++) {
      long granule = 1;
      Variable variable = variables.get(d);
      for (LocalAnnotation annotation : all) {
        if (annotation.slot() != variable.slot() || !annotation.covers(variable.instruction())) {
          continue;
        }
        Map<String, Object> values = values(annotation.node());
        switch (annotation.node().desc) {
          case SPLIT -> {
            granule = granularity(values);
            way = d == 0 ? way(values) : way;
          }
          case READS -> read(values).ifPresent(reads::add);
          case ALL_READS -> {
            if (values.get("value") instanceof List<?> several) {
              for (Object one : several) {
                read(values((AnnotationNode) one)).ifPresent(reads::add);
              }
            }
          }
          default -> {}
        }
      }
      granularity.add(granule);
    }
    SplitHint split =
        new SplitHint(
            chosen.orElse(way), granularity, chosen.isPresent() ? "slipstream.split" : "@Split");
    return new LoopHints(split.isNone() ? SplitHint.NONE : split, reads, problems);
  }

  private static Map<String, Object> values(AnnotationNode annotation) {
    Map<String, Object> values = new HashMap<>();
    for (int v = 0; annotation.values != null && v + 1 < annotation.values.size(); v += 2) {
      values.put((String) annotation.values.get(v), annotation.values.get(v + 1));
    }
    return values;
  }

  private static SplitHint.Way way(Map<String, Object> values) {
    // An enum constant consists of its type and its name.
    String name = values.get("value") instanceof String[] constant ? constant[1] : "";
    return switch (name) {
      case "ROWS" -> SplitHint.Way.ROWS;
      case "TILES" -> SplitHint.Way.TILES;
      case "NONE" -> SplitHint.Way.WHOLE;
      default -> SplitHint.Way.ANY;
    };
  }

  private long granularity(Map<String, Object> values) {
    if (!(values.get("granularity") instanceof Integer number)) {
      return 1;
    }
    if (number < 1) {
      problems.add("@Split has the granularity " + number + " and is ignored: write 1 or more");
    }
    return Math.max(1, number);
  }

  private Optional<DeclaredRead> read(Map<String, Object> values) {
    String array = String.valueOf(values.getOrDefault("array", ""));
    List<Long> extents = new ArrayList<>();
    if (values.get("neighborhood") instanceof List<?> numbers) {
      for (Object number : numbers) {
        extents.add(((Integer) number).longValue());
      }
    }
    if (extents.isEmpty() || extents.stream().anyMatch(e -> e < DeclaredRead.WHOLE)) {
      problems.add(
          "@Reads of "
              + array
              + " is ignored: its neighborhood needs a number of 0 or more, or Reads.WHOLE, for"
              + " each axis");
      return Optional.empty();
    }
    return Optional.of(new DeclaredRead(array, extents));
  }
}
