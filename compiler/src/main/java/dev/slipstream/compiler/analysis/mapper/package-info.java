/**
 * Which elements of its arrays a part of a loop's iterations reads and writes. Flows in: what is
 * known of one execution. Flows out: mappers from chunks of iterations to boxes of elements, and
 * along which loops the iterations may be divided. It must never know bytecode, devices or nodes.
 */
@NullMarked
package dev.slipstream.compiler.analysis.mapper;

import org.jspecify.annotations.NullMarked;
