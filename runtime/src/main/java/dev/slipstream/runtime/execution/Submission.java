package dev.slipstream.runtime.execution;

import org.jspecify.annotations.Nullable;

/**
 * A job on its way to the executor thread.
 *
 * @param completion whom to tell when it is complete; null if nobody
 */
record Submission<W>(Job<W> job, @Nullable Completion completion) {}
