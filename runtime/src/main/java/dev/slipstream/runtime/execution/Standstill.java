package dev.slipstream.runtime.execution;

import java.time.Duration;

/**
 * Says what a run waits for that makes no progress.
 *
 * @param waitsFor the oldest job that runs and waits for no other
 * @param running how many jobs run besides
 * @param open how many jobs are not complete, those that run included
 * @param quiet since when no job was issued or completed
 */
public record Standstill(Assignment<?> waitsFor, int running, int open, Duration quiet) {
  /** A message for the user. */
  public String text() {
    return "no progress for "
        + quiet.toSeconds()
        + " s: "
        + waitsFor.job().text()
        + " on "
        + waitsFor.laneText()
        + " does not end; "
        + running
        + " further "
        + (running == 1 ? "job runs" : "jobs run")
        + " and "
        + (open - running - 1)
        + " wait. A job that is just long will still end; otherwise the device or a peer may be"
        + " stuck, and slipstream.device=host runs the program without devices.";
  }
}
