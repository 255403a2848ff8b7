package dev.slipstream.compiler.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.CheckedLaunch;
import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.RefusedLoop;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Each example of the pages about loops computes the same with its loop taken, and the page states
 * the result. {@code -Dslipstream.test.write=true} rewrites the pages.
 */
class LoopsPageTest {
  /**
   * The number of examples whose kernels are built as one program, since building each alone takes
   * long.
   */
  private static final int BUILT_TOGETHER = 20;

  private static final List<String> PAGES = List.of("loops.md", "loop-examples.md", "refusals.md");

  @Test
  void thePagesSayWhatTheCompilerSays() throws Throwable {
    List<LoopsPage> pages = new ArrayList<>();
    List<Construct> constructs = new ArrayList<>();
    for (String name : PAGES) {
      LoopsPage page = new LoopsPage(name);
      pages.add(page);
      constructs.addAll(page.constructs());
    }
    assertThat(constructs).extracting(Construct::title).doesNotHaveDuplicates();
    Map<String, String> outcomes = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    Optional<OpenClTestDevice> device = OpenClTestDevice.open("");
    CheckedLaunch launch = CheckedLaunch.comparingLater(device);
    List<String> together = new ArrayList<>();
    try {
      for (Construct construct : constructs) {
        together.add(construct.title());
        try {
          outcomes.put(construct.title(), outcome(construct, launch));
        } catch (AssertionError e) {
          wrong.add(construct.title() + ": " + e);
        }
        if (together.size() == BUILT_TOGETHER) {
          compare(together, launch, wrong);
          together.clear();
        }
      }
      compare(together, launch, wrong);
    } finally {
      device.ifPresent(OpenClTestDevice::close);
    }
    assertThat(wrong).isEmpty();
    for (LoopsPage page : pages) {
      String text = page.render(outcomes);
      if (Boolean.getBoolean("slipstream.test.write")) {
        Files.writeString(page.path(), text);
      }
      assertThat(Files.readString(page.path()))
          .as("%s is written by this test: run it with -Dslipstream.test.write=true", page.path())
          .isEqualTo(text);
    }
  }

  /** Compares the results of some examples with those of the device. */
  private static void compare(List<String> titles, CheckedLaunch launch, List<String> wrong) {
    try {
      launch.compare();
    } catch (AssertionError e) {
      wrong.add("one of " + titles + ": " + e);
    }
  }

  private static String outcome(Construct construct, CheckedLaunch launch) throws Throwable {
    TestProgram program = construct.compile();
    LoopOutcome outcome = new LoopOutcome(program);
    program.launchWith(outcome.watching(launch));
    List<Object> expected = results(program::plain);
    List<Object> actual = results(program::taken);
    boolean exact = program.kernels().stream().noneMatch(kernel -> kernel.note().contains("ulp"));
    ReturnedValues.assertSame(expected.toArray(), actual.toArray(), exact);
    return sentence(program, outcome);
  }

  /** Runs a method of a program. */
  private interface Call {
    Object run(String method, Object... arguments) throws Throwable;
  }

  /** The result or the exception of the program, and its arguments afterwards. */
  private static List<Object> results(Call call) throws Throwable {
    Object[] arguments = Construct.arguments();
    List<Object> results = new ArrayList<>();
    try {
      results.add(call.run("run", arguments));
    } catch (RuntimeException e) {
      results.add(e.toString());
    }
    results.addAll(List.of(arguments));
    return results;
  }

  private static String sentence(TestProgram program, LoopOutcome outcome) {
    if (!program.refused().isEmpty()) {
      // For a nest, the outermost loop has the reason; loops inside it may be refused because of
      // it.
      RefusedLoop outermost = program.refused().get(0);
      return ("refused, `" + outermost.reason() + "`. " + outermost.advice()).strip();
    }
    if (!program.stays().isEmpty()) {
      return "host, `" + program.stays().get(0) + "`";
    }
    if (!outcome.text().equals(LoopOutcome.TAKEN)) {
      return outcome.text();
    }
    String note =
        program.kernels().stream()
            .map(LoopKernel::note)
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    String taken = outcome.checking() ? "taken, checked while it runs" : "taken";
    return note.isEmpty() ? taken : taken + "; note: `" + note + "`";
  }
}
