package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.LongTests;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Host tasks where every rank runs the program. */
@Tag("finished-jar")
class HostTasksIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.*;
      import java.io.IOException;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;

      public class Tasks {
        static final int N = 5000;
        static double[] hidden;

        static void add(double[] a, double[] b, double c) {
          for (@Parallel int i = 0; i < a.length; i++) b[i] = a[i] + c;
        }

        static void rows(double[][] a, double[][] b) {
          for (@Parallel int i = 1; i < a.length - 1; i++)
            for (int j = 0; j < a[i].length; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
        }

        static double sum(double[] a) {
          double sum = 0;
          for (double each : a) sum += each;
          return sum;
        }

        public static void main(String[] arguments) throws Exception {
          double[] a = new double[N];
          double[] b = new double[N];
          for (int i = 0; i < N; i++) a[i] = i;
          add(a, b, 1);
          switch (arguments[0]) {
            case "master" -> master(a, b);
            case "shared" -> shared(a, b);
            case "collective" -> collective(a, b);
            case "groups" -> groups();
            case "objects" -> objects(a, b);
            case "undeclared" -> {
              hidden = b;
              Slipstream.onMaster(() -> System.out.println(hidden[7]), HostAccess.reads(a));
              Slipstream.barrier();
            }
            case "throws" -> {
              Slipstream.onMaster(() -> { throw new IOException("disk full"); });
              Slipstream.barrier();
            }
            case "meet" ->
                Slipstream.distributed(10, part -> {}, HostAccess.writes(b, HostMapper.all()));
            case "nested" -> {
              Slipstream.onMaster(() -> Slipstream.once(() -> {}));
              Slipstream.barrier();
            }
            case "order" -> {
              int rank = Integer.parseInt(System.getenv("SLIPSTREAM_RANK"));
              HostAccess reads = HostAccess.reads(b, HostMapper.fixed(0, 10 + rank));
              Slipstream.onMaster(() -> System.out.println(b[3]), reads);
              add(b, a, 1);
              System.out.println(sum(a));
            }
            default -> throw new IllegalArgumentException(arguments[0]);
          }
        }

        static void master(double[] a, double[] b) throws Exception {
          double[] one = new double[1];
          double[] more = new double[100];
          for (int k = 0; k < 30; k++) {
            add(b, a, k);
            Slipstream.onMaster(() -> a[0] = sum(a), HostAccess.updates(a, HostMapper.all()));
            Slipstream.once(
                () -> { one[0] += a[0]; for (int i = 0; i < 100; i++) more[i] = a[i]; },
                HostAccess.reads(a, HostMapper.fixed(0, 100)),
                HostAccess.updates(one, HostMapper.all()),
                HostAccess.writes(more));
            if (k % 7 == 0) System.out.println(one[0] + " " + sum(more));
            add(a, b, 1);
          }
          // The program goes on, and writes what a task still reads.
          Slipstream.onMaster(() -> System.out.println("before " + b[1]), HostAccess.reads(b)).join();
          b[1] = -1;
          Slipstream.onMaster(() -> System.out.println("after " + b[1]), HostAccess.reads(b));
          Slipstream.barrier();
          System.out.println(sum(a) + " " + sum(b) + " " + one[0]);
        }

        static void shared(double[] a, double[] b) {
          double[] c = new double[N];
          double[][] p = new double[80][100];
          double[][] q = new double[80][100];
          for (int k = 0; k < 10; k++) {
            int step = k;
            Slipstream.distributed(
                N - 20,
                10,
                part -> {
                  for (long i = part.from(); i < part.to(); i++) {
                    c[(int) i] = b[(int) i - 1] + b[(int) i + 1] + step;
                  }
                },
                HostAccess.reads(b, HostMapper.neighborhood(1)),
                HostAccess.writes(c, HostMapper.oneToOne()));
            add(c, b, 0.5);
            Slipstream.distributed(
                80,
                part -> {
                  for (long i = part.from(); i < part.to(); i++) {
                    for (int j = 0; j < 100; j++) p[(int) i][j] += c[(int) i * 60 + j % 60];
                  }
                },
                HostAccess.reads(c, HostMapper.slice(60)),
                HostAccess.updates(p, HostMapper.oneToOne()));
            rows(p, q);
            // Fewer iterations than ranks, and none.
            Slipstream.distributed(
                1, part -> q[0][0] += part.to(), HostAccess.updates(q, HostMapper.oneToOne()));
            Slipstream.distributed(0, part -> q[0][0] = 1e9);
          }
          double[] part = Slipstream.fence(b, new IndexRange(5, 9)).join();
          double[] all = Slipstream.fence(b).join();
          add(a, b, 0);
          double[] twice = new double[200];
          double[][] same = {twice, twice};
          twice[7] = 3;
          double[] seen = new double[200];
          Slipstream.onMaster(
              () -> seen[0] = same[1][7], HostAccess.reads(same), HostAccess.writes(seen));
          double rows = seen[0];
          for (double[] row : q) rows += sum(row);
          System.out.println(sum(part) + " " + sum(all) + " " + sum(b) + " " + sum(c) + " " + rows);
        }

        static void collective(double[] a, double[] b) {
          double[] c = new double[N];
          double[] total = new double[1];
          double[] all = new double[128];
          for (int k = 0; k < 10; k++) {
            int step = k;
            Slipstream.collective(
                ranks -> {
                  IndexRange mine = ranks.allocationWindow(c);
                  long integer = 0;
                  for (long i = mine.from(); i < mine.to(); i++) {
                    c[(int) i] = b[(int) i] + step;
                    integer += (long) b[(int) i];
                  }
                  long sum = ranks.allReduceLong(integer, Long::sum);
                  double[] first = ranks.broadcast(ranks.rank() == 0 ? new double[] {sum} : null, 0);
                  if (ranks.allGather(new long[] {ranks.rank()}).length != ranks.size()) {
                    throw new IllegalStateException();
                  }
                  ranks.barrier();
                  if (ranks.rank() == 0) total[0] = first[0];
                  IndexRange part = ranks.allocationWindow(all);
                  for (long i = part.from(); i < part.to(); i++) all[(int) i] = sum + i;
                },
                HostAccess.reads(b, HostMapper.evenSplit(64)),
                HostAccess.writes(c, HostMapper.evenSplit(64)),
                HostAccess.writes(
                    total,
                    (part, ranks, length) ->
                        part.from() == 0 ? new IndexRange(0, 1) : IndexRange.EMPTY),
                HostAccess.writes(all, HostMapper.evenSplit()));
            add(c, b, 1);
            System.out.println(total[0] + " " + sum(all));
          }
          System.out.println(sum(b));
        }

        /** Tasks of two groups that wait for each other end only if they run at the same time. */
        static void groups() {
          CollectiveGroup one = CollectiveGroup.of("one");
          CollectiveGroup two = CollectiveGroup.of("two");
          CountDownLatch met = new CountDownLatch(2);
          HostCode.Of<CollectiveContext> meets =
              ranks -> {
                met.countDown();
                if (ranks.size() > 1) met.await();
                ranks.barrier();
              };
          Slipstream.collective(one, meets);
          Slipstream.collective(two, meets);
          AtomicInteger running = new AtomicInteger();
          List<Integer> order = Collections.synchronizedList(new ArrayList<>());
          for (int k = 0; k < 50; k++) {
            int number = k;
            Slipstream.collective(
                two,
                ranks -> {
                  if (running.incrementAndGet() != 1) order.add(-1);
                  order.add(number);
                  if (number % 3 == ranks.rank()) Thread.yield();
                  running.decrementAndGet();
                });
          }
          Slipstream.collective(
              two,
              ranks -> {
                int[] all = ranks.gather(order.stream().mapToInt(i -> i).toArray(), 0);
                boolean right = ranks.rank() != 0 || all.length == 50 * ranks.size();
                for (int i = 0; ranks.rank() == 0 && i < all.length; i++) right &= all[i] == i % 50;
                System.out.println("in order " + right);
              });
          Slipstream.barrier();
        }

        static void objects(double[] a, double[] b) {
          HostObject<StringBuilder> said = HostObject.of(new StringBuilder());
          for (int k = 0; k < 40; k++) {
            int step = k;
            add(b, a, 1);
            Slipstream.onMaster(
                () -> said.get().append(step).append(':').append((long) a[step]).append(' '),
                HostAccess.effects(said),
                HostAccess.reads(a));
            add(a, b, 1);
          }
          Slipstream.onMaster(() -> {
            double[] own = new double[1000];
            for (@Parallel int i = 0; i < 1000; i++) own[i] = b[i] * 2;
            System.out.println(said.get() + " " + sum(own));
          }, HostAccess.effects(said), HostAccess.reads(b));
        }
      }
      """;

  @TempDir private static Path classes;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() {
    UcxHere.assume();
    ChildProgram.compile(classes, SOURCE);
  }

  private RankedProgram program(String device) {
    return new RankedProgram(folder, List.of(classes))
        .with("slipstream.mode", "spmd")
        .with("slipstream.divide", "always")
        .with("slipstream.device", device);
  }

  @ParameterizedTest
  @ValueSource(strings = {"master", "shared", "collective", "groups", "objects"})
  void everyKindOfTaskSaysOnThreeRanksWhatItSaysWithoutTheAgent(String kind) throws Exception {
    LaunchedRun run = program("cpu").start(3, "Tasks", kind);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isNotEmpty().isEqualTo(program("cpu").plain("Tasks", kind).out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"master", "shared"})
  void tasksUseWhatLoopsHaveLeftOnDevices(String kind) throws Exception {
    if (kind.equals("master")) {
      LongTests.assumeRun("devices and host tasks of all kinds");
    }
    LaunchedRun run = program("opencl").start(2, "Tasks", kind);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(program("opencl").plain("Tasks", kind).out());
  }

  @ParameterizedTest
  @CsvSource({
    "undeclared, 'onMaster at Tasks.main:', 'accesses an array that it does not declare, double[5000]'",
    "throws, 'onMaster at Tasks.main:', 'disk full'",
    "meet, 'distributed at Tasks.main:', 'Declare ranges that do not meet'",
    "nested, 'once at Tasks.', 'is called by a host task'",
    "order, 'differ first in onMaster at Tasks.main:', 'rank 1'"
  })
  void mistakesEndTheRunAndAreNamed(String what, String where, String why) throws Exception {
    LaunchedRun run = program("cpu").start(2, "Tasks", what);
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains(where).contains(why);
  }

  @Test
  void oneProcessRunsTasksOnTheThreadThatCallsThem() throws Exception {
    for (String kind : List.of("master", "shared", "collective", "groups", "objects")) {
      LaunchedRun run = program("cpu").start(1, "Tasks", kind);
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo(program("cpu").plain("Tasks", kind).out());
    }
  }
}
