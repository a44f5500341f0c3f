import { setFlagsFromString } from 'node:v8';

/**
 * A request passes through hundreds of small functions of Node, the framework and ours. V8 puts callees into their callers
 * up to 920 bytecodes of them; which of these chains it meets first is chance, and one process was up to a tenth slower
 * than the next. With twice as much room they agree (docs/decisions/0025). To be called when everything is loaded: Node's
 * own modules come with compiled code that fits the switches they were built with, and are compiled anew afterwards.
 */
export function inlineMore(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2000');
}
