package dev.slipstream.agent.installation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.analysis.LaunchPlan;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.InspectorCode;
import dev.slipstream.compiler.outlining.KernelCode;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.launch.Admission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KernelLoopTest {
  private static final byte[] CLASS_FILE = {1, 2, 3};

  @Test
  void theKernelIsPassedOn() {
    KernelLoop loop = new KernelLoop(new Fixed(new LaunchPlan.Empty()));

    assertThat(loop.name()).isEqualTo("Heat.heat:12");
    assertThat(loop.note()).isEqualTo("a note");
    assertThat(loop.kernel().className()).isEqualTo("slipstream.kernel.Heat");
    assertThat(loop.kernel().classFile()).isSameAs(CLASS_FILE);
    assertThat(loop.kernel().dimensions()).isEqualTo(2);
    assertThat(loop.kernel().parameters())
        .containsExactly(new KernelParameter("u", "[D", true), new KernelParameter("n", "I"));
  }

  @Test
  void aPlanToRunIsAnAdmission() {
    double[] array = new double[9];
    Object[] arguments = {array, 9};
    LaunchPlan plan =
        new LaunchPlan.Run(
            new int[] {1, 8},
            new int[] {1, -2},
            new int[] {3, 4},
            arguments,
            List.of(new LaunchPlan.Access(0, 1, 5, 2, 6, true)),
            4,
            1000L,
            /* checked= */ false,
            LaunchPlan.Run.PROVEN);

    Admission admission = new KernelLoop(new Fixed(plan)).admit(1, new Object[0]);

    assertThat(admission)
        .isInstanceOfSatisfying(
            Admission.Run.class,
            run -> {
              assertThat(run.resume()).isEqualTo(4);
              assertThat(run.work()).isEqualTo(1000L);
              assertThat(run.launch().arguments()).isSameAs(arguments);
              assertThat(run.launch().space().iterations()).isEqualTo(12);
              assertThat(run.launch().space().value(1, 3)).isEqualTo(2);
              assertThat(run.launch().accesses())
                  .containsExactly(new ArrayAccess(0, 1, 5, 2, 6, true));
            });
  }

  @Test
  void theOtherPlansKeepTheirMeaning() {
    assertThat(new KernelLoop(new Fixed(new LaunchPlan.Stay("line 3"))).admit(0, new Object[0]))
        .isEqualTo(new Admission.Stay("line 3"));
    assertThat(new KernelLoop(new Fixed(new LaunchPlan.Empty())).admit(0, new Object[0]))
        .isEqualTo(new Admission.Empty());
  }

  private record Fixed(LaunchPlan plan) implements LoopKernel {
    @Override
    public Optional<LoopMappers> mappers(int start, Object[] captures) {
      return Optional.empty();
    }

    @Override
    public List<String> derivation(int start, Object[] captures) {
      return List.of();
    }

    @Override
    public List<String> analysis() {
      return List.of();
    }

    @Override
    public KernelCode checked() {
      return new KernelCode(
          className(), classFile(), parameterNames(), parameterTypes(), scratch());
    }

    @Override
    public Optional<InspectorCode> inspector(boolean checked) {
      return Optional.empty();
    }

    @Override
    public Set<Integer> scratch() {
      return Set.of(0);
    }

    @Override
    public String violation(int number) {
      return "violation " + number;
    }

    @Override
    public List<LoopName> inner() {
      return List.of();
    }

    @Override
    public int site() {
      return 0;
    }

    @Override
    public LoopName name() {
      return new LoopName("com.acme.Heat", "heat", 12, 0);
    }

    @Override
    public String className() {
      return "slipstream.kernel.Heat";
    }

    @Override
    public byte[] classFile() {
      return CLASS_FILE;
    }

    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public List<String> parameterNames() {
      return List.of("u", "n");
    }

    @Override
    public List<String> parameterTypes() {
      return List.of("[D", "I");
    }

    @Override
    public String note() {
      return "a note";
    }

    @Override
    public LaunchPlan plan(int start, Object[] captures) {
      return plan;
    }
  }
}
