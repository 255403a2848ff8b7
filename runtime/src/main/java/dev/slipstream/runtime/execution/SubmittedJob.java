package dev.slipstream.runtime.execution;

import org.jspecify.annotations.Nullable;

/**
 * A job on its way to the executor thread.
 *
 * @param completion whom to tell when it is complete; null if nobody
 * @param isMark whether it does nothing, so that it is complete when all before it is
 */
record SubmittedJob<W>(Job<W> job, @Nullable Completion completion, boolean isMark) {}
