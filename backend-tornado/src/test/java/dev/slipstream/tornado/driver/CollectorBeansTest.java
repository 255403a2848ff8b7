package dev.slipstream.tornado.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollectorBeansTest {
  private static GarbageCollectorMXBean bean(String name, long count) {
    return (GarbageCollectorMXBean)
        Proxy.newProxyInstance(
            CollectorBeansTest.class.getClassLoader(),
            new Class<?>[] {GarbageCollectorMXBean.class},
            (proxy, method, arguments) ->
                method.getName().equals("getName") ? (Object) name : (Object) count);
  }

  private static Optional<HeapMoves> of(String... names) {
    List<GarbageCollectorMXBean> beans =
        Arrays.stream(names).map(name -> bean(name, name.length())).toList();
    return CollectorBeans.of(beans, /* usualRegions= */ true);
  }

  @Test
  void collectorsThatMoveArraysInPausesOnlyAreKnown() {
    HeapMoves parallel = of("PS Scavenge", "PS MarkSweep").orElseThrow();
    assertThat(parallel.collections()).isEqualTo(11 + 12);
    assertThat(parallel.compactions()).isEqualTo(12);
    assertThat(parallel.staysOnceLeft()).isTrue();
    assertThat(parallel.isNeverYoung(1L << 30)).isFalse();
    assertThat(of("Copy", "MarkSweepCompact").orElseThrow().staysOnceLeft()).isTrue();
  }

  @Test
  void ofG1LargeArraysAreMovedByFullCollectionsOnly() {
    HeapMoves g1 = of("G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation").orElseThrow();
    assertThat(g1.collections()).isEqualTo(19 + 17);
    assertThat(g1.compactions()).isEqualTo(17);
    assertThat(g1.staysOnceLeft()).isFalse();
    assertThat(g1.isNeverYoung(1 << 24)).isTrue();
    assertThat(g1.isNeverYoung(1 << 20)).isFalse();
  }

  @Test
  void collectorsThatMoveArraysWhileTheProgramRunsAreNot() {
    assertThat(of("ZGC Minor Cycles", "ZGC Minor Pauses", "ZGC Major Cycles", "ZGC Major Pauses"))
        .isEmpty();
    assertThat(of("Shenandoah Cycles", "Shenandoah Pauses")).isEmpty();
    assertThat(of("Epsilon Heap")).isEmpty();
    assertThat(of("PS Scavenge", "something new")).isEmpty();
    assertThat(of()).isEmpty();
  }

  @Test
  void theCountsOfThisJvmGrowWithACollection() {
    boolean known =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .anyMatch(bean -> bean.getName().matches("Copy|PS .*|G1 .*"));
    Optional<HeapMoves> here = CollectorBeans.here();
    assertThat(here.isPresent()).isEqualTo(known);
    assumeTrue(known, "this JVM's collector moves arrays while the program runs");
    long before = here.orElseThrow().collections();
    System.gc();
    assertThat(here.orElseThrow().collections()).isGreaterThan(before);
  }
}
