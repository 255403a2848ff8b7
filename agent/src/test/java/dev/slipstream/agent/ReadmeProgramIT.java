package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the README prints the documented output, without the agent and with it. */
@Tag("finished-jar")
class ReadmeProgramIT {
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern PRINTED =
      Pattern.compile("\\$ java -cp classes (\\w+)\n([^\n$]+)\n");

  @TempDir private Path classes;

  @Test
  void theProgramPrintsTheSameWithTheAgent() throws Exception {
    String page = Files.readString(Path.of("..", "README.md"));
    List<String> programs = PROGRAM.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(programs).hasSize(1);
    Matcher printed = PRINTED.matcher(page);
    assertThat(printed.find()).isTrue();
    ChildProgram.compile(classes, programs.get(0));

    ChildJvm.Outcome plain = ChildJvm.plain().run(classes, printed.group(1));
    ChildJvm.Outcome taken =
        ChildJvm.withAgent().property("slipstream.device", "cpu").run(classes, printed.group(1));

    assertThat(plain.out().strip()).isEqualTo(printed.group(2));
    assertThat(taken.out()).isEqualTo(plain.out());
    assertThat(taken.err()).contains("1 of 1 loop taken", printed.group(1) + ".main:");
  }
}
