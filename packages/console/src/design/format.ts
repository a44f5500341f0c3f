import { inZone } from './time-zone.ts';

// Formats values for people.

export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  // Each limit is where rounding would reach the next unit, so that there is never "1000 ms" or "60 s".
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_500) return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1_000);
  const pad = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${pad(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${pad(Math.floor((seconds % 3_600) / 60))} m`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => whole.format(value);
/** An amount as it is, to the cent. */
export const formatAmount = (value: number): string => cents.format(value);
export const formatCompact = (value: number): string => (value < 10_000 ? whole.format(value) : compact.format(value));

/** `3 s to 9 s`, or one value where both ends read the same. */
export function spreadWords(lowMs: number, highMs: number | null): string {
  const [low, high] = [formatDuration(lowMs), formatDuration(highMs ?? lowMs)];
  return low === high ? low : `${low} to ${high}`;
}

/** Costs can be fractions of a cent, so at least two significant digits are shown. */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return '–';
  if (usd === 0) return '$0';
  const digits = Math.abs(usd) >= 1 ? 2 : Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(usd)))));
  const amount = Math.abs(usd).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${usd < 0 ? '−' : ''}$${amount}`;
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** 100 % means all and 0 % means none. Values that only round to them are marked. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return '–';
  if (part === whole || part === 0) return `${(part / whole) * 100} %`;
  const text = ((part / whole) * 100).toFixed(1);
  if (text === '100.0') return '>99.9 %';
  return text === '0.0' ? '<0.1 %' : `${text} %`;
}

export function formatRelative(then: number, now: number): string {
  const seconds = Math.round((now - then) / 1_000);
  // The page's clock ticks once a second, and the server's may be ahead.
  if (seconds === -1) return 'just now';
  if (seconds < 0) return `in ${formatDuration(-seconds * 1_000)}`;
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  if (seconds < 30 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return new Date(then).toLocaleDateString('en', { ...inZone(), year: 'numeric', month: 'short', day: 'numeric' });
}

export const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString('en', { ...inZone(), dateStyle: 'medium', timeStyle: 'medium' });
