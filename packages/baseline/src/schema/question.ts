import { phraseOf } from '../language/words.ts';
import type { Field } from './schema.ts';

/** Where a text has the value of a field, as a network says that has read it. */
export type Pointed = {
  /** The same question has the same answer, so it is the name of the field. */
  question: string;
  start: number;
  end: number;
  words: string;
  likelihood: number;
};

/** The words of the question as the network was taught them: name, description, type. */
export function questionOf({ name, parent, title, description, type, format }: Field): string {
  const named = phraseOf([parent, name].filter(Boolean).join(' '));
  const told = [title, description].filter(Boolean).join('. ').toLowerCase();
  const asked = format === 'date' || format === 'time' ? format : type === 'string' ? 'text' : type;
  return `${named}${told === '' ? '' : ` : ${told}`} ; ${asked}`;
}
