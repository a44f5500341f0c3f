/** Shortens an id so that it can still be told from others. */
export const shortId = (id: string): string => (id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);
