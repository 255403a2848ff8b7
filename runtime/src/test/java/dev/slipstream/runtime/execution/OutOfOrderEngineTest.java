package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutOfOrderEngineTest {
  private static final LaneGroup COMPUTE_0 = LaneGroup.of("gpu:0 compute", 2, 100);
  private static final LaneGroup COMPUTE_1 = LaneGroup.of("gpu:1 compute", 2, 100);
  private static final LaneGroup HOST = LaneGroup.of("host", 2, 1);
  private static final LaneGroup UPLOAD = LaneGroup.of("upload", 1, 100).sharingEvents("context");
  private static final LaneGroup KERNELS = LaneGroup.of("kernels", 1, 100).sharingEvents("context");
  private static final LaneGroup DEEP = LaneGroup.of("deep", 1, 3);
  private static final LaneGroup SINGLE = LaneGroup.of("single", 1, 1);

  private final OutOfOrderEngine<String> engine =
      new OutOfOrderEngine<>(List.of(COMPUTE_0, COMPUTE_1, HOST, UPLOAD, KERNELS, DEEP, SINGLE));
  private final Map<JobId, Job<String>> jobs = new HashMap<>();
  private long nextId;

  @Test
  void independentChainsOverlap() {
    JobId a0 = kernel(COMPUTE_0);
    JobId b0 = kernel(COMPUTE_1);
    JobId a1 = kernel(COMPUTE_0, a0);
    JobId b1 = kernel(COMPUTE_1, b0);
    JobId both = job(JobKind.HOST_TASK, JobPlacement.on(HOST), a1, b1);
    List<Job<String>> issued = issueAll();
    assertThat(ids(issued)).containsExactlyInAnyOrder(a0, a1, b0, b1);
    assertThat(lane(issued, a1)).isEqualTo(lane(issued, a0));
    assertThat(lane(issued, b1)).isEqualTo(lane(issued, b0)).isNotEqualTo(lane(issued, a0));
    complete(a0, a1, b0);
    assertThat(issueAll()).isEmpty();
    complete(b1);
    assertThat(ids(issueAll())).containsExactly(both);
  }

  @Test
  void twoIndependentJobsOfOneGroupTakeTwoLanes() {
    JobId a = kernel(COMPUTE_0);
    JobId b = kernel(COMPUTE_0);
    JobId c = kernel(COMPUTE_0);
    List<Job<String>> issued = issueAll();
    assertThat(lane(issued, a)).isNotEqualTo(lane(issued, b));
    assertThat(ids(issued)).as("a third one queues up on a lane that takes more").contains(c);
  }

  @Test
  void aJobIsIssuedEagerlyIfItsOpenPredecessorsAreOnOneLaneAndOneIsItsLastEntry() {
    JobId first = kernel(COMPUTE_0);
    JobId second = kernel(COMPUTE_0, first);
    JobId third = kernel(COMPUTE_0, first, second);
    List<Job<String>> issued = issueAll();
    assertThat(ids(issued)).containsExactly(first, second, third);
    assertThat(issued).extracting(Job::lane).containsOnly(Optional.of(COMPUTE_0.lane(0)));
  }

  @Test
  void aJobWaitsIfNoneOfItsPredecessorsIsTheLastEntryOfTheirLane() {
    JobId first = kernel(SINGLE);
    JobId second = kernel(SINGLE, first);
    assertThat(ids(issueAll())).containsExactly(first, second);
    JobId late = kernel(SINGLE, first);
    assertThat(issueAll()).isEmpty();
    complete(first);
    assertThat(issueAll()).as("the lane is still busy with another job").isEmpty();
    complete(second);
    assertThat(ids(issueAll())).containsExactly(late);
  }

  @Test
  void aJobGoesBehindAnythingOnTheOnlyLaneThatItMayUseWhileThatTakesMore() {
    JobId kernel = kernel(DEEP);
    JobId first = job(JobKind.COPY, JobPlacement.on(DEEP), kernel);
    JobId second = job(JobKind.COPY, JobPlacement.on(DEEP), kernel);
    JobId third = job(JobKind.COPY, JobPlacement.on(DEEP), kernel);
    JobId elsewhere = job(JobKind.COPY, JobPlacement.on(DEEP, HOST), kernel);
    assertThat(ids(issueAll())).containsExactly(kernel, first, second);
    complete(kernel);
    assertThat(ids(issueAll()))
        .as("the other one has a lane for itself")
        .contains(third, elsewhere);
  }

  @Test
  void whatGoesBehindAnotherJobThatIsCompleteByThenIsIssuedAllTheSame() {
    JobId kernel = kernel(DEEP);
    JobId first = job(JobKind.COPY, JobPlacement.on(DEEP), kernel);
    assertThat(ids(issueAll())).containsExactly(kernel, first);
    JobId second = job(JobKind.COPY, JobPlacement.on(DEEP), kernel);
    complete(kernel, first);
    assertThat(ids(issueAll())).containsExactly(second);
  }

  @Test
  void whatCannotBeIssuedBeforeAnEndWaitsForEndsUnlessItIsAHorizon() {
    JobId first = kernel(SINGLE);
    kernel(SINGLE, first);
    JobId horizon = job(JobKind.HORIZON, JobPlacement.NO_LANE, first);
    issueAll();
    assertThat(engine.waitsForEnds()).as("the second is behind the first").isFalse();
    JobId fence = job(JobKind.FENCE, JobPlacement.NO_LANE, first);
    assertThat(issueAll()).isEmpty();
    assertThat(engine.waitsForEnds()).isTrue();
    complete(first);
    assertThat(ids(issueAll())).containsExactlyInAnyOrder(horizon, fence);
    assertThat(engine.waitsForEnds()).isFalse();
  }

  @Test
  void theEndOfAJobMattersImmediatelyOnlyIfADependentJobIsNotBehindItAlready() {
    JobId first = kernel(SINGLE);
    JobId second = kernel(SINGLE, first);
    issueAll();
    Job<String> running = running(first);
    Job<String> last = running(second);
    assertThat(running.isWaitedFor()).as("the second is behind it").isFalse();
    assertThat(last.isWaitedFor()).as("nothing depends on it").isFalse();
    job(JobKind.FENCE, JobPlacement.NO_LANE, second);
    issueAll();
    assertThat(running.isWaitedFor()).isFalse();
    assertThat(last.isWaitedFor()).as("a fence has no lane").isTrue();
  }

  @Test
  void aJobIsWaitedForFromItsBeginningIfWhatDependsOnItWasThereBefore() {
    JobId first = kernel(SINGLE);
    job(JobKind.HOST_TASK, JobPlacement.on(HOST), first);
    issueAll();
    assertThat(running(first).isWaitedFor()).isTrue();
  }

  @Test
  void whileALaneIsFullEachEndMatters() {
    kernel(SINGLE);
    issueAll();
    assertThat(engine.waitsForRoom()).isFalse();
    kernel(SINGLE);
    issueAll();
    assertThat(engine.waitsForRoom()).as("it does not follow from the first").isTrue();
  }

  @Test
  void aJobWaitsIfItsPredecessorsAreOnSeveralLanes() {
    JobId a = kernel(COMPUTE_0);
    JobId b = kernel(COMPUTE_0);
    JobId join = kernel(COMPUTE_0, a, b);
    List<Job<String>> issued = issueAll();
    assertThat(ids(issued)).containsExactly(a, b);
    complete(a);
    List<Job<String>> joined = issueAll();
    assertThat(ids(joined)).as("what is still open is on one lane now").containsExactly(join);
    assertThat(lane(joined, join)).isEqualTo(lane(issued, b));
  }

  @Test
  void aJobThatIsOvertakenOnTheLaneWaitsForItsPredecessors() {
    JobId first = kernel(SINGLE);
    assertThat(ids(issueAll())).containsExactly(first);
    JobId kernel = kernel(SINGLE, first);
    JobId copy = job(JobKind.COPY, JobPlacement.on(SINGLE), first);
    assertThat(ids(issueAll())).containsExactly(copy);
    complete(first);
    assertThat(issueAll()).isEmpty();
    complete(copy);
    assertThat(ids(issueAll())).containsExactly(kernel);
  }

  @Test
  void aJobThatMayNotUseTheLaneOfItsPredecessorWaits() {
    JobId kernel = kernel(COMPUTE_0);
    JobId task = job(JobKind.HOST_TASK, JobPlacement.on(HOST), kernel);
    JobId copy = job(JobKind.COPY, JobPlacement.on(COMPUTE_1, COMPUTE_0), kernel);
    List<Job<String>> issued = issueAll();
    assertThat(ids(issued)).containsExactly(kernel, copy);
    assertThat(lane(issued, copy))
        .as("a copy goes to the lane of its predecessor, whatever it prefers")
        .isEqualTo(lane(issued, kernel));
    complete(kernel);
    assertThat(ids(issueAll())).containsExactly(task);
  }

  @Test
  void aReadyJobTakesThePreferredGroup() {
    JobId copy = job(JobKind.COPY, JobPlacement.on(COMPUTE_1, COMPUTE_0));
    assertThat(lane(issueAll(), copy)).isEqualTo(COMPUTE_1.lane(0));
  }

  @Test
  void whatNeedsNoLaneWaitsForAllItsPredecessors() {
    JobId kernel = kernel(COMPUTE_0);
    JobId horizon = job(JobKind.HORIZON, JobPlacement.NO_LANE, kernel);
    JobId next = kernel(COMPUTE_0, horizon);
    assertThat(ids(issueAll())).containsExactly(kernel);
    complete(kernel);
    assertThat(ids(issueAll())).containsExactly(horizon);
    complete(horizon);
    assertThat(ids(issueAll())).containsExactly(next);
  }

  @Test
  void lanesThatShareEventsWaitForEachOtherThemselves() {
    JobId upload = job(JobKind.COPY, JobPlacement.on(UPLOAD));
    JobId kernel = kernel(KERNELS, upload);
    List<Job<String>> issued = issueAll();
    assertThat(ids(issued)).containsExactly(upload, kernel);
    assertThat(issued.get(1).lane()).contains(KERNELS.lane(0));
    assertThat(issued.get(1).waitsFor()).containsExactly(upload);
  }

  @Test
  void aJobThatWaitsForAnEventHoldsUpNothingUnrelated() {
    JobId busy = kernel(KERNELS);
    JobId upload = job(JobKind.COPY, JobPlacement.on(UPLOAD));
    JobId kernel = kernel(KERNELS, upload);
    assertThat(ids(issueAll())).containsExactlyInAnyOrder(busy, upload);
    JobId related = kernel(KERNELS, upload, busy);
    assertThat(ids(issueAll())).as("behind a predecessor it may wait").containsExactly(related);
    complete(upload);
    assertThat(ids(issueAll())).containsExactly(kernel);
  }

  @Test
  void aLaneWhoseNewestJobWasReportedEarlyIsNotEmpty() {
    JobId upload = job(JobKind.COPY, JobPlacement.on(UPLOAD));
    assertThat(ids(issueAll())).containsExactly(upload);
    JobId last = job(JobKind.FREE, JobPlacement.on(KERNELS), upload);
    JobId first = job(JobKind.COPY, JobPlacement.on(KERNELS), upload);
    JobId second = job(JobKind.COPY, JobPlacement.on(KERNELS), first);
    assertThat(engine.nextToIssue().orElseThrow().id()).isEqualTo(first);
    assertThat(engine.nextToIssue().orElseThrow().id()).isEqualTo(second);
    complete(second);
    assertThat(issueAll()).as("it would wait behind a job that does not concern it").isEmpty();
    complete(first);
    assertThat(issueAll()).isEmpty();
    complete(upload);
    assertThat(ids(issueAll())).containsExactly(last);
  }

  @Test
  void prioritiesAreKept() {
    JobKind[] order = {
      JobKind.COPY,
      JobKind.HORIZON,
      JobKind.EPOCH,
      JobKind.KERNEL,
      JobKind.HOST_TASK,
      JobKind.FENCE,
      JobKind.SEND,
      JobKind.RECEIVE,
      JobKind.ALLOCATION,
      JobKind.FREE
    };
    for (int i = order.length - 1; i >= 0; i--) {
      job(order[i], JobPlacement.NO_LANE);
    }
    List<Integer> ranks = issueAll().stream().map(next -> next.kind().rank()).toList();
    assertThat(ranks).containsExactly(0, 1, 1, 2, 2, 3, 4, 4, 5, 6);
    assertThat(Arrays.stream(order).map(JobKind::rank)).containsExactlyElementsOf(ranks);
  }

  @Test
  void whatBecameReadyFirstIsIssuedFirstAmongEquals() {
    JobId a = kernel(COMPUTE_0);
    JobId b = kernel(COMPUTE_1);
    JobId c = kernel(COMPUTE_0);
    assertThat(ids(issueAll())).containsExactly(a, b, c);
  }

  @Test
  void aJobWithoutAFreeLaneLetsOthersPass() {
    JobId busy = job(JobKind.COPY, JobPlacement.on(SINGLE));
    JobId held = job(JobKind.COPY, JobPlacement.on(SINGLE));
    JobId kernel = kernel(COMPUTE_0);
    assertThat(ids(issueAll())).containsExactly(busy, kernel);
    complete(busy);
    assertThat(ids(issueAll())).containsExactly(held);
  }

  @Test
  void endsMayBeReportedInAnyOrder() {
    JobId first = kernel(COMPUTE_0);
    JobId second = kernel(COMPUTE_0, first);
    assertThat(ids(issueAll())).containsExactly(first, second);
    complete(second);
    JobId third = kernel(COMPUTE_0, first, second);
    assertThat(issueAll()).as("the last entry of the lane is over").isEmpty();
    complete(first);
    assertThat(ids(issueAll())).containsExactly(third);
    complete(third);
    assertThat(engine.openJobs()).isZero();
  }

  @Test
  void predecessorsThatAreUnknownOrNamedTwiceDoNoHarm() {
    JobId first = kernel(COMPUTE_0);
    issueAll();
    complete(first);
    JobId second = kernel(COMPUTE_1, first);
    JobId third = job(JobKind.HOST_TASK, JobPlacement.on(HOST), second, second, first);
    assertThat(ids(issueAll())).containsExactly(second);
    complete(second);
    assertThat(ids(issueAll())).containsExactly(third);
  }

  @Test
  void runningJobsAreThoseThatWaitForNoOther() {
    JobId first = kernel(COMPUTE_0);
    JobId second = kernel(COMPUTE_0, first);
    assertThat(engine.running()).isEmpty();
    issueAll();
    assertThat(ids(engine.running())).containsExactly(first);
    complete(first);
    assertThat(ids(engine.running())).containsExactly(second);
  }

  @Test
  void mistakesOfTheCallerAreNamed() {
    JobId first = kernel(SINGLE);
    kernel(SINGLE, first);
    assertThatThrownBy(() -> engine.completed(first))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("J0 was completed but is not running");
    assertThatThrownBy(
            () ->
                engine.submit(
                    new Job<>(first, JobKind.COPY, List.of(), JobPlacement.NO_LANE, "again")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("copy J0 (again) comes after J1");
    assertThatThrownBy(() -> kernel(LaneGroup.of("other", 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other");
    assertThatThrownBy(() -> kernel(SINGLE, new JobId(99)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot wait for J99");
  }

  private JobId kernel(LaneGroup group, JobId... predecessors) {
    return job(JobKind.KERNEL, JobPlacement.on(group), predecessors);
  }

  private JobId job(JobKind kind, JobPlacement placement, JobId... predecessors) {
    JobId id = new JobId(nextId++);
    Job<String> job = new Job<>(id, kind, List.of(predecessors), placement, "work");
    jobs.put(id, job);
    engine.submit(job);
    return id;
  }

  private List<Job<String>> issueAll() {
    List<Job<String>> issued = new ArrayList<>();
    for (var next = engine.nextToIssue(); next.isPresent(); next = engine.nextToIssue()) {
      issued.add(next.get());
    }
    return issued;
  }

  private void complete(JobId... ids) {
    for (JobId id : ids) {
      engine.completed(id);
    }
  }

  private static List<JobId> ids(List<Job<String>> issued) {
    return issued.stream().map(next -> next.id()).toList();
  }

  private static Lane lane(List<Job<String>> issued, JobId id) {
    return issued.stream()
        .filter(next -> next.id().equals(id))
        .findFirst()
        .orElseThrow()
        .lane()
        .orElseThrow();
  }

  private Job<String> running(JobId id) {
    return jobs.get(id);
  }
}
