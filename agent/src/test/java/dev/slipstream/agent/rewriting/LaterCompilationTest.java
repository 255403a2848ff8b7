package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.compiler.CompiledClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaterCompilationTest {
  private final CompiledClass loops =
      new CompiledClass(Optional.empty(), List.of(), List.of(), List.of());
  private final List<Runnable> background = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<Long> took = new ArrayList<>();
  private final LaterCompilation<CompiledClass> compilation =
      new LaterCompilation<>(
          () -> {
            events.add("compiled");
            return loops;
          },
          background::add);

  @Test
  void itBeginsInTheBackgroundOnceOnly() {
    compilation.begin(all -> events.add("afterwards"), took::add);
    compilation.begin(all -> events.add("again"), took::add);
    assertThat(compilation.isDone()).isFalse();
    assertThat(background).hasSize(1);
    background.get(0).run();
    assertThat(events).containsExactly("compiled", "afterwards");
    assertThat(compilation.isDone()).isTrue();
    assertThat(compilation.await()).isSameAs(loops);
    assertThat(events).hasSize(2);
    assertThat(took).hasSize(1);
  }

  @Test
  void whoeverNeedsTheLoopsBeforeThatCompilesThemItself() {
    compilation.begin(all -> events.add("afterwards"), took::add);
    assertThat(compilation.await()).isSameAs(loops);
    assertThat(events).containsExactly("compiled");
    assertThat(compilation.isDone()).as("what comes afterwards is not done").isFalse();
    background.get(0).run();
    assertThat(events).containsExactly("compiled", "afterwards");
    assertThat(compilation.isDone()).isTrue();
  }

  @Test
  void whoeverNeedsTheLoopsMeanwhileWaitsAndStaysInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    LaterCompilation<CompiledClass> slow =
        new LaterCompilation<>(
            () -> {
              begun.countDown();
              mayEnd.await();
              return loops;
            },
            work -> new Thread(work).start());
    slow.begin(all -> {}, took::add);
    begun.await();
    FutureTask<Boolean> waiting =
        new FutureTask<>(() -> slow.await() == loops && Thread.currentThread().isInterrupted());
    Thread waiter = new Thread(waiting);
    waiter.start();
    waiter.interrupt();
    mayEnd.countDown();
    assertThat(waiting.get()).isTrue();
  }

  @Test
  void aFailureIsTheSameForAllWhoNeedTheLoops() {
    LaterCompilation<CompiledClass> failing =
        new LaterCompilation<>(
            () -> {
              throw new IllegalStateException("changed");
            },
            Runnable::run);
    failing.begin(all -> events.add("afterwards"), took::add);
    assertThat(failing.isDone()).isTrue();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(failing::await).hasMessageContaining("changed");
    }
    assertThat(events).isEmpty();
  }
}
