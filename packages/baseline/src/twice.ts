import type { FillOptions } from './fill/fill.ts';
import { charsMax, type Point } from './pointer/point.ts';
import type { CheckRequest } from './trust/check-value.ts';
import type { Mark } from './trust/model.ts';

// The rules read first. Where they leave something open in a short text, the network is asked, and they read again with
// its answers. Most documents have labels, and never need it.

type Fill = (text: string, options: FillOptions) => Promise<unknown>;
type Check = (request: CheckRequest) => Promise<Mark[]> | Mark[];

export async function fillTwice(
  text: string,
  options: FillOptions,
  { fill, point }: { fill: Fill; point: Point },
): Promise<unknown> {
  const value = await fill(text, options);
  if (text.length > charsMax) return value;
  const pointed = await point(text, { ...options, value });
  return pointed.length === 0 ? value : await fill(text, { ...options, pointed });
}

/** The value stands in the text, but nothing of the rules says that it is the one that is asked for. */
const isUntold = ({ ground }: Mark): boolean => /-(?:bare|sole|common|elsewhere|misplaced|judged)$/.test(ground);
const sourcesMax = 3;

export async function checkTwice(
  request: CheckRequest,
  { check, point }: { check: Check; point: Point },
): Promise<Mark[]> {
  const marks = await check(request);
  const { sources, schema, instruction = '' } = request;
  if (sources.length > sourcesMax || !marks.some(isUntold)) return marks;
  const pointed = await Promise.all(
    sources.map(({ text }) => (text.length > charsMax ? [] : point(text, { schema, instruction }))),
  );
  if (pointed.every((one) => one.length === 0)) return marks;
  return await check({ ...request, sources: sources.map((source, at) => ({ ...source, pointed: pointed[at]! })) });
}
