/**
 * Control flow of methods. Flows in: instructions. Flows out: basic blocks, dominators, natural
 * loops and liveness. It must never know what a loop is used for.
 */
@NullMarked
package dev.slipstream.compiler.flow;

import org.jspecify.annotations.NullMarked;
