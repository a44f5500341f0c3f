import { createRequire } from 'node:module';

// Loads large libraries with the first text that needs them, so that a thread that only reads labels and tables starts
// five times as fast. All three are CommonJS, so that they can be loaded late without making every rule asynchronous.

const require = createRequire(import.meta.url);

/** A lexicon of given names, places and organizations. */
export const loadCompromise = (): typeof import('compromise').default => require('compromise');

/** A parser of dates in natural language. */
export const loadChrono = (): typeof import('chrono-node') => require('chrono-node');

/** A word list for the tone of a text. */
export function loadWink() {
  const winkNLP: typeof import('wink-nlp').default = require('wink-nlp');
  return winkNLP(require('wink-eng-lite-web-model'), ['sbd', 'negation', 'sentiment']);
}
