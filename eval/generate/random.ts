// Pseudo-random numbers that are the same on every machine.

export type Random = {
  next(): number;
  integer(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    chance: (share) => next() < share,
  };
}
