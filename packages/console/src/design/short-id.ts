/** Enough of an id to tell it from its neighbours. */
export const shortId = (id: string): string => (id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);
