package dev.slipstream.agent.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.outlining.OutlinedLoop;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.compiler.specialisation.ReachedCaptures;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptLoopsTest {
  private static final int SITE = 7;
  private static final RefusedLoop REFUSED =
      new RefusedLoop(
          new LoopName("Other", "run", 12, 0), RefusalKind.LOCKS, "line 12 takes a lock", "");

  private static final Value.Entry THIS = new Value.Entry(0, "this", "LOther;");

  private static final OpenCallSite OPEN =
      new OpenCallSite() {
        @Override
        public int site() {
          return SITE + 1;
        }

        @Override
        public LoopName name() {
          return new LoopName("Other", "apply", 20, 1);
        }

        @Override
        public List<LoopName> inner() {
          return List.of(new LoopName("Other", "apply", 21, 2));
        }

        @Override
        public long identity() {
          return 12;
        }

        @Override
        public List<Value.Entry> found() {
          return List.of(THIS);
        }

        @Override
        public boolean reduces() {
          return true;
        }

        @Override
        public OpenLoop loop() {
          throw new IllegalStateException("it is not reached");
        }
      };

  @TempDir private Path folder;
  private byte[] saxpy = {};
  private CompiledClass compiled =
      new CompiledClass(Optional.empty(), List.of(), List.of(), List.of());

  @BeforeEach
  void compile() throws IOException {
    Path classes = ChildProgram.compile(folder.resolve("program"), SaxpySource.SOURCE);
    saxpy = Files.readAllBytes(classes.resolve("Saxpy.class"));
    compiled =
        new LoopCompiler(() -> SITE).compile(saxpy, name -> Optional.empty(), LoopSelection.none());
  }

  @Test
  void whatIsKnownBeforeALoopIsPlannedIsKept() {
    KeptLoops first = loops("as it is");
    assertThat(first.firstNumber()).isZero();
    addSaxpy(first, List.of(SITE));
    first.write();
    LoopsOfClass found = loops("as it is").take(saxpy).orElseThrow();
    assertThat(found.classFile().orElseThrow()).isEqualTo(compiled.classFile().orElseThrow());
    assertThat(found.numbers()).containsExactly(SITE);
    assertThat(found.refused()).containsExactly(REFUSED);
    assertThat(found.open()).containsExactly(KeptOpenLoop.of(OPEN));
    LoopKernel loop = compiled.kernels().get(0);
    KeptLoop kept = found.taken().get(0);
    assertThat(kept)
        .usingRecursiveComparison()
        .ignoringFields("workClass")
        .isEqualTo(KeptLoop.of(loop));
    assertThat(kept.workClass().orElseThrow()).isEqualTo(loop.workClass().orElseThrow());
    assertThat(kept.kernelBytes()).isEqualTo(loop.kernel().classFile().length);
  }

  @Test
  void whatALoopIsCompiledToWhenItIsReachedIsKeptWithItsNumber() {
    Value.Field field = new Value.Field(Optional.of(THIS), "Other", "a", "[J");
    Value element = new Value.Element(field, new Value.Constant('I', 3), 'J');
    Value property = new Value.Property(Value.Property.Question.IS_OF, THIS, "More");
    Value constant = new Value.Field(Optional.empty(), "Other", "N", "I");
    Map<Value, String> classes = new LinkedHashMap<>();
    classes.put(THIS, "More");
    classes.put(field, "Less");
    ReachedCaptures captures =
        new ReachedCaptures(List.of(THIS, element, constant), List.of(field), List.of(property));
    KeptForm form = KeptForm.of(classes, captures, numbered(SITE + 2));
    KeptLoops first = loops("as it is");
    addSaxpy(first, List.of(SITE)).add(0, form);
    first.write();

    KeptLoops second = loops("as it is");
    assertThat(second.firstNumber()).isEqualTo(SITE + 3);
    LoopsOfClass found = second.take(saxpy).orElseThrow();
    KeptForm kept = found.open().get(0).forms().get(0);
    assertThat(kept).usingRecursiveComparison().ignoringFields("loop.workClass").isEqualTo(form);
    assertThat(kept.classes()).containsExactlyEntriesOf(classes);
  }

  @Test
  void ofManyFormsOfALoopTheLastOnesAreKept() {
    ReachedCaptures captures = new ReachedCaptures(List.of(THIS), List.of(), List.of());
    KeptLoops first = loops("as it is");
    KeptForms forms = addSaxpy(first, List.of(SITE));
    for (int number = 0; number <= OpenSite.MOST_FORMS; number++) {
      forms.add(0, KeptForm.of(Map.of(THIS, "Of" + number), captures, numbered(100 + number)));
    }
    Value unknown = new Value.Length(THIS);
    forms.add(0, KeptForm.of(Map.of(unknown, "Not"), captures, numbered(200)));
    first.write();
    LoopsOfClass found = loops("as it is").take(saxpy).orElseThrow();
    assertThat(found.open().get(0).forms())
        .extracting(form -> form.loop().site())
        .containsExactly(101, 102, 103, 104);
  }

  private LoopKernel numbered(int site) {
    OutlinedLoop loop = (OutlinedLoop) compiled.kernels().get(0);
    return loop.passing(loop.captures(), site);
  }

  @Test
  void newCallSitesGetOtherNumbersThanKeptOnes() {
    KeptLoops first = loops("as it is");
    addSaxpy(first, List.of(3, SITE));
    first.write();
    assertThat(loops("as it is").firstNumber()).isEqualTo(SITE + 1);
  }

  @Test
  void aClassIsTakenOnceOnly() {
    KeptLoops first = loops("as it is");
    addSaxpy(first, List.of(SITE));
    first.write();
    KeptLoops second = loops("as it is");
    assertThat(second.take(saxpy)).isPresent();
    assertThat(second.take(saxpy)).isEmpty();
  }

  @Test
  void aChangedProgramBeginsAnew() {
    KeptLoops first = loops("as it was");
    addSaxpy(first, List.of(SITE));
    first.write();
    assertThat(loops("as it is now").take(saxpy)).isEmpty();
    assertThat(loops("as it is now").firstNumber()).isZero();
  }

  @Test
  void ofTwoProcessesThatGiveTheSameNumbersOnlyTheFirstOnesAreKept() {
    KeptLoops one = loops("as it is");
    KeptLoops other = loops("as it is");
    addSaxpy(one, List.of(0));
    byte[] another = saxpy.clone();
    another[another.length - 1]++;
    other.add(another, List.of(0), compiled);
    one.write();
    other.write();
    KeptLoops later = loops("as it is");
    assertThat(later.take(saxpy)).isPresent();
    assertThat(later.take(another)).isEmpty();
    later.add(another, List.of(1), compiled);
    later.write();
    assertThat(loops("as it is").take(saxpy)).isPresent();
    assertThat(loops("as it is").take(another)).isPresent();
  }

  private KeptForms addSaxpy(KeptLoops loops, List<Integer> numbers) {
    return loops.add(
        saxpy,
        numbers,
        new CompiledClass(
            compiled.classFile(), compiled.kernels(), List.of(OPEN), List.of(REFUSED)));
  }

  private KeptLoops loops(String program) {
    return KeptLoops.of(folder.resolve("cache"), "Program", program, Log.none());
  }
}
