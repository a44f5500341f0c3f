import type { QueryProblem } from '@errand/contract/query-language.ts';
import { type AppError, invalidFields } from '#platform/errors.ts';
import { didYouMean } from '#platform/nearest.ts';

/** A query that cannot be read, with the place of the problem. Characters are counted from 1, as in editors. */
export const queryProblem = ({ message, at, word, known }: QueryProblem): AppError =>
  invalidFields({
    q: [`${message}${word === undefined ? '' : didYouMean(word, known ?? [])} (character ${at + 1})`],
  });
