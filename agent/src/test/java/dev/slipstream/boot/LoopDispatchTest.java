package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dispatcher can be installed once in a process, so all is one test. */
class LoopDispatchTest {

  @Test
  void submissionsReachTheDispatcherOnceOneIsInstalled() throws Throwable {
    CallSite withCaptures =
        LoopDispatch.bootstrap(
            MethodHandles.lookup(),
            "submit7",
            MethodType.methodType(
                int.class, int.class, double[].class, long.class, int.class, String.class));
    CallSite without =
        LoopDispatch.bootstrap(
            MethodHandles.lookup(), "submit8", MethodType.methodType(int.class, int.class));
    double[] array = new double[3];

    assertThat(LoopDispatch.installed()).isFalse();
    assertThat((int) withCaptures.dynamicInvoker().invokeExact(4, array, 5L, 6, (String) null))
        .as("nothing is run without a dispatcher")
        .isEqualTo(4);

    List<List<Object>> submitted = new ArrayList<>();
    assertThat(
            LoopDispatch.install(
                (site, start, captures) -> {
                  List<Object> all = new ArrayList<>(List.of(site, start));
                  all.addAll(Arrays.asList(captures));
                  submitted.add(all);
                  return start + 100;
                }))
        .isTrue();
    assertThat(LoopDispatch.installed()).isTrue();
    assertThat(LoopDispatch.install((site, start, captures) -> -1)).isFalse();

    assertThat((int) withCaptures.dynamicInvoker().invokeExact(4, array, 5L, 6, (String) null))
        .isEqualTo(104);
    assertThat((int) without.dynamicInvoker().invokeExact(-3)).isEqualTo(97);
    assertThat(LoopDispatch.submit(1, new Object[] {"x"}, 9)).isEqualTo(101);
    assertThat(submitted)
        .containsExactly(
            Arrays.asList(7, 4, array, 5L, 6, null), List.of(8, -3), List.of(9, 1, "x"));
  }
}
