/** Joins class names, without the empty ones. */
export const cx = (...names: (string | false | undefined | null)[]): string => names.filter(Boolean).join(' ');
