/** True if neither type has anything that the other lacks: no member, no optional mark, no alternative. */
export type Same<A, B> = Identical<Plain<A>, Plain<B>>;

/** Only compiles with true. */
export type True<T extends true> = T;

type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Expands intersections, so that two ways to write a type are equal. */
type Plain<T> = T extends Uint8Array ? T : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
