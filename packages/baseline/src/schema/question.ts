import { phraseOf } from '../language/words.ts';
import type { Field, Option } from './schema.ts';

/** Where a text has the value of a field, as a network says that has read it. */
export type Pointed = {
  /** The same question has the same answer, so it is the name of the field. */
  question: string;
  start: number;
  end: number;
  words: string;
  likelihood: number;
};

/** How likely a text says yes or no to a question that asks for no words of it. The rest is how likely it leaves it open. */
export type Judged = { question: string; yes: number; no: number };

export type NetworkAnswer = Pointed | Judged;

/** The words of the question as the network was taught them: name, description, type. */
export function questionOf(field: Field): string {
  const { type, format } = field;
  return `${wordsOf(field)} ; ${format === 'date' || format === 'time' ? format : type === 'string' ? 'text' : type}`;
}

/** A choice is a question for each of its options. */
export const questionOfOption = (field: Field, { text }: Option): string =>
  `${wordsOf(field)} is ${text.replaceAll('_', ' ').toLowerCase()} ; choice`;

function wordsOf({ name, parent, title, description }: Field): string {
  const named = phraseOf([parent, name].filter(Boolean).join(' '));
  const told = [title, description].filter(Boolean).join('. ').toLowerCase();
  return `${named}${told === '' ? '' : ` : ${told}`}`;
}
