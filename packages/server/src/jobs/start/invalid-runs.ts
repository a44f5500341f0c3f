import { AppError } from '#platform/errors.ts';

/** A problem with the inputs of one item of a call. */
export type InputProblem = { index: number; text: string };

/** Bounds the answer to a call with many bad items. */
const MESSAGES_MAX = 1_000;

/** Refuses invalid inputs. Code that starts several runs reads the bad items from `problems`, not from the messages. */
export class InvalidRuns extends AppError {
  readonly problems: InputProblem[];

  constructor(
    problems: InputProblem[],
    itemName?: (index: number) => string,
    code: 'invalid_inputs' | 'missing_inputs' = 'invalid_inputs',
  ) {
    const messages = problems
      .slice(0, MESSAGES_MAX)
      .map(({ index, text }) =>
        itemName === undefined
          ? text
          : `${itemName(index)}: ${text.replace(/^[RI]/, (letter) => letter.toLowerCase())}`,
      );
    super(code, { messages });
    this.problems = problems;
  }
}
