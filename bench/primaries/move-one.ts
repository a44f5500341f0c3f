import { ms, type Row } from '../report.ts';
import { abortMove, moveOrganization } from './mover.ts';

// npm run bench -- move --org ID --from URL --to URL [--abort]: one move between two of your databases. There is no
// router to hold requests, so those during the switch are refused, and their callers retry.

export type OneMove = { org: string; from: string; to: string; abort: boolean; note(text: string): void };

export async function moveOne({ org, from, to, abort, note }: OneMove): Promise<Row[]> {
  const source = { name: nameOf(from), url: from };
  const target = { name: nameOf(to), url: to };
  const router = { hold: async () => undefined, release: async () => undefined };
  if (abort) {
    await abortMove({ orgId: org, source, target, router });
    return [{ figure: `move of ${org} taken back`, ours: `served by ${source.name}` }];
  }
  const moved = await moveOrganization({
    orgId: org,
    source,
    target,
    router,
    note,
    onStep: (step) => note(`step: ${step}`),
  });
  return [
    { figure: `${org} moved: ${moved.tables} tables; not its own: ${moved.leftBehind.join(', ')}`, ours: target.name },
    { figure: 'writes refused for', ours: ms(moved.requestsHeldMs) },
    { figure: 'jobs that were run again', ours: String(moved.cut) },
  ];
}

/** Returns the URL without its password. */
export function nameOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}${pathname}`;
}
