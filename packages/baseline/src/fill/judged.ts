import { questionOf, questionOfOption } from '../schema/question.ts';
import type { Field, Option } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { mustHaveValue } from './pointed.ts';

// What a network says of a yes-no question, and of the options of a choice. It hardly knows when a text says nothing of
// them, so it only fills what is required. The check of a value asks it about every field: what a failed job has found is
// checked without its demands, and a guess stays a guess there.

const sureMin = 0.85;
const optionMin = 0.65;

/** The network takes a question for what it asks, and a doubt for what it doubts. */
const isOpen = /\?|\b(?:nobody knows|no one knows|unknown|unclear|not sure|wonder(?:s|ed)?|may or may not)\b/i;

export function findJudged(field: Field, { judged, text }: Document, { isCheck = false } = {}): boolean | undefined {
  if (!(isCheck || mustHaveValue(field)) || isOpen.test(text)) return undefined;
  const { yes, no } = judged.get(questionOf(field)) ?? { yes: 0, no: 0 };
  return yes >= sureMin ? true : no >= sureMin ? false : undefined;
}

export function findJudgedOption(field: Field, { judged }: Document, { isCheck = false } = {}): Option | undefined {
  if (!isCheck && !mustHaveValue(field)) return undefined;
  const [best] = (field.options ?? [])
    .map((option) => ({ option, yes: judged.get(questionOfOption(field, option))?.yes ?? 0 }))
    .sort((one, other) => other.yes - one.yes);
  return best !== undefined && best.yes >= optionMin ? best.option : undefined;
}
