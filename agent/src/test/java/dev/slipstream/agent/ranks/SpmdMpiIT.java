package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import dev.slipstream.fixture.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In collective host tasks, ranks that MPI has started use MPI among themselves. */
@Tag("finished-jar")
class SpmdMpiIT {
  /** The functions of MPI that a program needs; there is no interface for Java here. */
  private static final String HELPER =
      """
      #include <dlfcn.h>
      #include <jni.h>
      #include <mpi.h>
      #include <stdint.h>

      JNIEXPORT jboolean JNICALL Java_Groups_start(JNIEnv *env, jclass type) {
        /* Its plugins look for it among the symbols that all can see. */
        dlopen("libmpi.so", RTLD_NOW | RTLD_GLOBAL);
        dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);
        int provided = 0;
        MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
        return provided == MPI_THREAD_MULTIPLE;
      }

      JNIEXPORT jlong JNICALL Java_Groups_communicator(
          JNIEnv *env, jclass type, jintArray worldRanks, jint tag) {
        jint *ranks = (*env)->GetIntArrayElements(env, worldRanks, NULL);
        MPI_Group world, members;
        MPI_Comm made;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_incl(world, (*env)->GetArrayLength(env, worldRanks), ranks, &members);
        MPI_Comm_create_group(MPI_COMM_WORLD, members, tag, &made);
        MPI_Group_free(&members);
        MPI_Group_free(&world);
        (*env)->ReleaseIntArrayElements(env, worldRanks, ranks, JNI_ABORT);
        return (jlong) (intptr_t) made;
      }

      JNIEXPORT void JNICALL Java_Groups_sum(
          JNIEnv *env, jclass type, jlong communicator, jdoubleArray values) {
        jdouble *all = (*env)->GetDoubleArrayElements(env, values, NULL);
        MPI_Allreduce(MPI_IN_PLACE, all, (*env)->GetArrayLength(env, values), MPI_DOUBLE, MPI_SUM,
            (MPI_Comm) (intptr_t) communicator);
        (*env)->ReleaseDoubleArrayElements(env, values, all, 0);
      }

      JNIEXPORT void JNICALL Java_Groups_end(JNIEnv *env, jclass type) {
        MPI_Finalize();
      }
      """;

  /** Uses whole numbers, whose sums are the same in any order. */
  private static final String SOURCE =
      """
      import dev.slipstream.api.CollectiveContext;
      import dev.slipstream.api.CollectiveGroup;
      import dev.slipstream.api.HostAccess;
      import dev.slipstream.api.HostMapper;
      import dev.slipstream.api.IndexRange;
      import dev.slipstream.api.Parallel;
      import dev.slipstream.api.Slipstream;

      public class Groups {
        static native boolean start();

        static native long communicator(int[] worldRanks, int tag);

        static native void sum(long communicator, double[] values);

        static native void end();

        static final long[] COMMUNICATORS = new long[2];

        static void step(double[] a, double[] b) {
          for (@Parallel int i = 0; i < a.length; i++) {
            b[i] = 2 * a[i] + i;
          }
        }

        /** The sum of all elements, by way of MPI where it is there. */
        static double total(int group, CollectiveContext ranks, double[] values) {
          IndexRange window = ranks.allocationWindow(values);
          double[] sum = new double[1];
          for (long i = window.from(); i < window.to(); i++) {
            sum[0] += values[(int) i];
          }
          double expected = ranks.allReduceDouble(sum[0], Double::sum);
          if (ranks.mpi().isPresent()) {
            if (COMMUNICATORS[group] == 0) {
              COMMUNICATORS[group] =
                  communicator(ranks.mpi().get().worldRanks(), ranks.mpi().get().tag());
            }
            sum(COMMUNICATORS[group], sum);
            if (sum[0] != expected) {
              throw new IllegalStateException(sum[0] + " instead of " + expected);
            }
          }
          return sum[0];
        }

        public static void main(String[] arguments) {
          boolean isMpi = arguments.length > 0;
          if (isMpi) {
            System.load(arguments[0]);
            if (!start()) {
              throw new IllegalStateException("MPI lets one thread use it at a time");
            }
          }
          double[] a = new double[10_007];
          double[] b = new double[10_007];
          double[] totals = new double[20];
          CollectiveGroup one = CollectiveGroup.of("one");
          CollectiveGroup other = CollectiveGroup.of("other");
          for (int round = 0; round < 5; round++) {
            int now = 2 * round;
            step(a, b);
            Slipstream.collective(
                one,
                ranks -> totals[now] = total(0, ranks, b),
                HostAccess.reads(b, HostMapper.evenSplit()));
            Slipstream.collective(
                other,
                ranks -> totals[now + 1] = total(1, ranks, a),
                HostAccess.reads(a, HostMapper.evenSplit()));
            step(b, a);
          }
          Slipstream.barrier();
          for (double each : totals) {
            System.out.println(each);
          }
          if (isMpi) {
            System.out.println("communicators " + (COMMUNICATORS[0] != COMMUNICATORS[1]));
            end();
          }
        }
      }
      """;

  @TempDir private Path folder;

  private Path helper() throws Exception {
    String compiler = Tool.assume("mpicc").toString();
    Path headers = Path.of(System.getProperty("java.home"), "include");
    assumeTrue(Files.exists(headers.resolve("jni.h")), "this JDK has no jni.h");
    // The compiler belongs to Open MPI's programs, but its headers to another package.
    Path empty = Files.writeString(folder.resolve("empty.c"), "#include <mpi.h>\n");
    int there = new ProcessBuilder(compiler, "-fsyntax-only", empty.toString()).start().waitFor();
    assumeTrue(there == 0, "MPI's headers are not here (libopenmpi-dev)");
    Path source = Files.writeString(folder.resolve("groups.c"), HELPER);
    Path library = folder.resolve("libgroups.so");
    Tool.run(
        compiler,
        "-shared",
        "-fPIC",
        "-Wall",
        "-I" + headers,
        "-I" + headers.resolve("linux"),
        "-o",
        library.toString(),
        source.toString(),
        "-ldl");
    return library;
  }

  @Test
  void groupsHaveCommunicatorsOfTheirOwnThatDoNotDisturbEachOther() throws Exception {
    String mpirun = Tool.assume("mpirun").toString();
    Path helper = helper();
    UcxHere.assume();
    Path classes = ChildProgram.compile(folder.resolve("classes"), SOURCE);
    List<String> rest =
        List.of("-cp", ChildJvm.joined(List.of(classes, ChildProgram.apiJar())), "Groups");
    List<String> withHelper = new ArrayList<>(rest);
    withHelper.add(helper.toString());
    ProcessBuilder ranks =
        ChildJvm.withAgent()
            .in(folder)
            .property("slipstream.mode", "spmd")
            .property("slipstream.divide", "always")
            // Not as a property: mpirun takes a word with "cp" for an option followed by a class
            // path.
            .environment("SLIPSTREAM_DEVICE", "cpu")
            .environment("SLIPSTREAM_REPORT", "off")
            .environment("SLIPSTREAM_SECRET", "known to the ranks of this test")
            .environment("UCX_LOG_FILE", "stderr")
            .builder(withHelper);
    List<String> command =
        new ArrayList<>(List.of(mpirun, "-n", "3", "--allow-run-as-root", "--oversubscribe"));
    command.addAll(ranks.command());
    LaunchedRun run = LaunchedRun.start(folder, ranks.command(command));
    ChildJvm.Outcome alone = ChildJvm.plain().in(folder).command(rest);

    assertThat(alone.exit()).as(alone.err()).isZero();
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(alone.out() + "communicators true\n");
  }
}
