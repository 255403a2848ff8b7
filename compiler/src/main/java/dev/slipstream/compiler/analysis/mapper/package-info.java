/**
 * Mappers: the elements of its arrays that a part of a loop's iterations reads and writes. Flows
 * in: the facts about one execution. Flows out: mappers from chunks of iterations to boxes of
 * elements, and the loops along which the iterations may be divided. It must never know bytecode,
 * devices or nodes.
 */
@NullMarked
package dev.slipstream.compiler.analysis.mapper;

import org.jspecify.annotations.NullMarked;
