package dev.slipstream.compiler.guard.scan;

/**
 * A method through which arrays may be used without a guard.
 *
 * @param method class and method, {@code com.acme.Solver.step(I)V}
 * @param reason why, as a clause: {@code it would grow to 9123 bytes}
 */
public record UnguardedMethod(String method, String reason) {}
