/** Formats a time for the browser's time field: local time without a zone, to the minute. */
export function toLocalTime(moment: string | number): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
