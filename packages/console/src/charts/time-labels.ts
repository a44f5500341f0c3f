import { inZone } from '../design/time-zone.ts';

const DAY_SECONDS = 86_400;
const MONTH_SECONDS = 28 * DAY_SECONDS;

const month = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { ...inZone(), ...{ month: 'short', year: 'numeric' } });
const day = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { ...inZone(), ...{ month: 'short', day: 'numeric' } });
const hour = (): Intl.DateTimeFormat => new Intl.DateTimeFormat('en', { ...inZone(), ...{ hour: 'numeric' } });
const minute = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', { ...inZone(), ...{ hour: 'numeric', minute: '2-digit' } });

/** Writes the labels of a time axis as elsewhere in the console. The day is below its first time. */
export function timeLabels(seconds: readonly number[], stepSeconds: number): string[] {
  const dates = seconds.map((at) => new Date(at * 1_000));
  if (stepSeconds >= MONTH_SECONDS) {
    const months = month();
    return dates.map((date) => months.format(date));
  }
  const days = day();
  if (stepSeconds >= DAY_SECONDS) return dates.map((date) => days.format(date));
  const time = stepSeconds >= 3_600 ? hour() : minute();
  return dates.map((date, index) => {
    const before = dates[index - 1];
    const isNewDay = before === undefined || days.format(before) !== days.format(date);
    return isNewDay ? `${time.format(date)}\n${days.format(date)}` : time.format(date);
  });
}
