import { questionOf, questionOfOption } from '../schema/question.ts';
import type { Field, Option } from '../schema/schema.ts';
import type { Document } from '../text/document.ts';
import { mustHaveValue } from './pointed.ts';

// What a network says of a yes-no question, and of the options of a choice, where it is sure.

const sureMin = 0.85;
/** The best option leads the next one by this much, where none is an answer, too. */
const apartMin = 0.4;

export function findJudged(field: Field, { judged }: Document): boolean | undefined {
  const { yes, no } = judged.get(questionOf(field)) ?? { yes: 0, no: 0 };
  return yes >= sureMin ? true : no >= sureMin ? false : undefined;
}

export function findJudgedOption(field: Field, { judged }: Document): Option | undefined {
  const [first, second] = (field.options ?? [])
    .map((option) => ({ option, yes: judged.get(questionOfOption(field, option))?.yes ?? 0 }))
    .sort((one, other) => other.yes - one.yes);
  if (first === undefined || first.yes < sureMin - apartMin / 2) return undefined;
  return mustHaveValue(field) || first.yes - (second?.yes ?? 0) >= apartMin ? first.option : undefined;
}
