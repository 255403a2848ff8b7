package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.scheduling.Step;

/**
 * Tells all other ranks, on the first one, of horizons and epochs that all have executed, and with
 * that what it has decided; then the graphs here.
 *
 * @param local the graphs here
 * @param watch knows whether ranks differ
 * @param ring the tasks that they may differ in
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
    // Once ranks differ they have to say in what.
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
