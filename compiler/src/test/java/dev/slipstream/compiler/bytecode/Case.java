package dev.slipstream.compiler.bytecode;

import java.util.function.Consumer;

/**
 * A few instructions with a result.
 *
 * @param name for messages
 * @param operands the types of the operands
 * @param result the type of the array to which the result is stored
 * @param code writes the instructions; they leave the result on the stack
 */
record Case(String name, String operands, char result, Consumer<Emitter> code) {}
