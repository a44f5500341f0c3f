import { setFlagsFromString } from 'node:v8';

/**
 * Two settings of V8 for a process that answers small requests (docs/decisions/0025). To be called when everything is
 * loaded: Node's own modules come with compiled code that fits the settings they were built with, and are compiled anew
 * afterwards.
 */
export function tuneV8(): void {
  // A request passes through hundreds of small functions of Node, the framework and ours. V8 puts callees into their
  // callers up to 920 bytecodes of them; which of these chains it meets first is chance, and one process was up to a tenth
  // slower than the next. With twice as much room they agree.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2000');
  // V8 puts objects of kinds that often survived a collection among the old ones at once. Requests that wait for
  // PostgreSQL survive, so their objects went there, kept everything young that they knew alive with them, and collections
  // that take 1 ms took 20.
  setFlagsFromString('--no-allocation-site-pretenuring');
}
