import { cuesFor } from '../language/cues.ts';
import { contentWords } from '../language/summary.ts';
import { phraseOf, splitWords, stem } from '../language/words.ts';
import { readMeaning } from '../schema/field.ts';
import { matchLabel } from '../schema/match.ts';
import type { Field } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { bodyOf } from './options.ts';

// Booleans: a label with yes or no, else whether some sentence says it and does not deny it.

const yes = /^(?:yes|y|true|ja|oui|si|sí|1|x|on|checked|included|✓|✔|☑)(?![\p{L}\d])/iu;
const no = /^(?:no|n|false|nein|non|0|off|none|unchecked|not\b.*|✗|✘|☐)(?![\p{L}\d])/iu;
const denial = new Set(
  'not no never none without cannot neither nor isnt dont doesnt didnt wasnt wont cant'.split(' '),
);
const empty = new Set(
  'is has have does was were are flag requested request requires required needs needed contains includes mentioned mentions asks asked customer user person text the a an of for to back whether true if'.split(
    ' ',
  ),
);

/** Undefined when the text gives no hint at all. */
export function decide(field: Field, document: Document): boolean | undefined {
  const labelled = byLabel(field, document);
  if (labelled !== undefined) return labelled;
  const own = splitWords(`${field.name} ${field.title}`).filter((word) => !empty.has(word));
  const told = splitWords(field.description).filter((word) => !empty.has(word));
  const phrases = cuesFor(own.join(' ')).map((phrase) => splitWords(phrase).map(stem));
  const wanted = new Set(own.map(stem));
  let hint = false;
  for (const sentence of splitBody(document)) {
    const words = splitWords(sentence).map(stem);
    const text = ` ${words.join(' ')} `;
    const says =
      (wanted.size > 0 && [...wanted].every((word) => words.includes(word))) ||
      phrases.some((phrase) => text.includes(` ${phrase.join(' ')} `)) ||
      saysTheSame(told, sentence);
    if (!says) continue;
    hint = true;
    if (!words.some((word) => denial.has(word))) return true;
  }
  return hint ? false : undefined;
}

function byLabel(field: Field, document: Document): boolean | undefined {
  const { labels } = readMeaning(field);
  let best: { value: boolean; score: number } | undefined;
  for (const { label, value } of document.pairs) {
    const answer = yes.test(value) ? true : no.test(value) ? false : undefined;
    if (answer === undefined) continue;
    const { score } = matchLabel(label, labels);
    if (score >= 0.6 && (best === undefined || score > best.score)) best = { value: answer, score };
  }
  return best?.value;
}

/** Most of the words of a longer description in one sentence. */
function saysTheSame(told: string[], sentence: string): boolean {
  const wanted = contentWords(told.join(' '));
  if (wanted.length < 2) return false;
  const words = new Set(contentWords(sentence));
  return wanted.filter((word) => words.has(word)).length >= Math.max(2, wanted.length * 0.75);
}

/** Clauses: a denial in one half of a sentence does not concern the other. */
function splitBody(document: Document): string[] {
  const body = bodyOf(document);
  return document.sentences
    .filter(
      (sentence) => body.includes(sentence.slice(0, 20)) || phraseOf(body).includes(phraseOf(sentence).slice(0, 20)),
    )
    .flatMap((sentence) => sentence.split(/[;,:]| but | although | because /));
}
