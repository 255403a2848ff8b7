package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.scheduling.Step;

/**
 * Announces horizons and epochs that all ranks have executed, on the first rank: to the other
 * ranks, with its new decisions, and then to the graphs here.
 *
 * @param local the graphs here
 * @param watch knows whether ranks differ
 * @param ring the tasks in which they may differ
 */
record ToldMarks(
    ExecutionListener<Step> local,
    PeerWatch watch,
    TaskRing ring,
    PeerMail mail,
    CommonDecisions decisions)
    implements ExecutionListener<Step> {
  @Override
  public void reached(Job<Step> job) {
    long task = CommonMarks.number(job);
    // If ranks differ, their tasks are kept so that they can describe the difference.
    if (watch.allAgree()) {
      ring.agreedBefore(task);
      mail.tellOthers(
          Notice.COMMON,
          out -> {
            out.number(task);
            decisions.write(out);
          });
      local.reached(job);
    }
  }

  @Override
  public void stuck(String standstill) {
    local.stuck(standstill);
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    local.failed(failure);
  }
}
