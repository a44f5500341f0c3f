const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 28 * DAY_SECONDS;

const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const hour = new Intl.DateTimeFormat('en', { hour: 'numeric' });
const minute = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

/** Writes the labels of a time axis as elsewhere in the console. The day is below its first time. */
export function timeLabels(seconds: readonly number[], stepSeconds: number): string[] {
  const dates = seconds.map((at) => new Date(at * 1_000));
  if (stepSeconds >= MONTH_SECONDS) return dates.map((date) => month.format(date));
  if (stepSeconds >= DAY_SECONDS) return dates.map((date) => day.format(date));
  const time = stepSeconds >= 3_600 ? hour : minute;
  return dates.map((date, index) => {
    const before = dates[index - 1];
    const isNewDay = before === undefined || day.format(before) !== day.format(date);
    return isNewDay ? `${time.format(date)}\n${day.format(date)}` : time.format(date);
  });
}
