import { createRequire } from 'node:module';

// Large libraries, each loaded with the first text that needs it: a thread that reads labels and tables starts in a
// fifth of the time. All three are CommonJS, so that loading can wait without making every rule asynchronous.

const require = createRequire(import.meta.url);

/** A lexicon of given names, places and organizations. */
export const loadCompromise = (): typeof import('compromise').default => require('compromise');

/** Days as people speak of them. */
export const loadChrono = (): typeof import('chrono-node') => require('chrono-node');

/** A word list for the tone of a text. */
export function loadWink() {
  const winkNLP: typeof import('wink-nlp').default = require('wink-nlp');
  return winkNLP(require('wink-eng-lite-web-model'), ['sbd', 'negation', 'sentiment']);
}
