package dev.slipstream.model.loop;

/**
 * A loop that was marked as parallel and cannot be taken.
 *
 * @param name the loop
 * @param kind the kind of the cause
 * @param reason the cause, starting with the line: {@code line 46 returns from the loop}
 * @param advice what the user can do, one sentence; may be empty
 */
public record RefusedLoop(LoopName name, RefusalKind kind, String reason, String advice) {}
