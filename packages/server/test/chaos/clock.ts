// Loaded first by a process of the laboratory: a signal makes its clock jump an hour ahead, and the next one back.
const JUMP_MS = 3_600_000;

const RealDate = Date;
let shiftMs = 0;

/** What the clock of the machine says, whatever this process believes. */
export const realNow = (): number => RealDate.now();

const now = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  shiftMs = shiftMs === 0 ? JUMP_MS : 0;
});
