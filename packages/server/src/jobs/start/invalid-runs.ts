import { AppError } from '#platform/errors.ts';

/** What is wrong with the inputs of one item of a call. */
export type InputProblem = { index: number; text: string };

/** A thousand bad items need no thousand messages each. */
const MESSAGES_MAX = 1_000;

/** Inputs that cannot be taken. Whoever starts several runs reads which of them from `problems`, not from the messages. */
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
