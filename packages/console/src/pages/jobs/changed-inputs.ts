/** Only what differs is sent: the rest stays as the job has it. */
export const changedInputs = (
  before: readonly { key: string; value: string }[],
  values: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    before.flatMap(({ key, value }) => {
      const now = values[key];
      return now === undefined || now === value ? [] : [[key, now]];
    }),
  );
