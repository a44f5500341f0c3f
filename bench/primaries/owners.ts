import type pg from 'pg';

// The owner of an organization. Each primary has one record of it, with a generation that rises with every move. The
// fence (fence.ts) reads it before every write. At most one primary may write at any moment:
//
//   source   here ─▶ draining ─▶ leaving ─▶ gone          target   arriving ─▶ here
//
// `draining` and `leaving` expire at `until`, so if the mover dies, the organization stays here. `gone` is the switch,
// and is committed before the target says `here`. In between nobody owns it, and any process can finish the move.

export const ownerStates = ['here', 'draining', 'leaving', 'gone', 'arriving'] as const;
export type OwnerState = (typeof ownerStates)[number];

export type Owner = { generation: number; state: OwnerState; peer: string | null; ended: boolean };

export const PLACEMENT_SQL = `
  create schema if not exists placement;
  create table if not exists placement.owners (
    org_id uuid primary key,
    generation bigint not null check (generation > 0),
    state text not null check (state in (${ownerStates.map((state) => `'${state}'`).join(', ')})),
    peer text,
    until timestamptz,
    check ((state in ('draining', 'leaving')) = (until is not null))
  );
  create table if not exists placement.marks (org_id uuid primary key, mark text not null)`;

export async function readOwner(client: pg.ClientBase, orgId: string): Promise<Owner | undefined> {
  const { rows } = await client.query(
    `select generation::float8, state, peer, until is not null and until <= clock_timestamp() as ended
       from placement.owners where org_id = $1`,
    [orgId],
  );
  return rows[0];
}

/** The phase of a move, by the records of both sides. */
export type Phase = 'none' | 'copying' | 'switching' | 'switched' | 'moved' | 'two owners';

export function phaseOf(source: Owner | undefined, target: Owner | undefined): Phase {
  const writes = (owner: Owner | undefined): boolean =>
    owner !== undefined && ['here', 'draining', 'leaving'].includes(owner.state);
  if (writes(source) && writes(target)) return 'two owners';
  if (source?.state === 'gone') return target?.state === 'here' ? 'moved' : 'switched';
  if (target === undefined || target.state === 'gone') return 'none';
  if (source?.state === 'leaving' && !source.ended) return 'switching';
  return 'copying';
}

/** Says what to do about a half-finished move. */
export function adviceFor(phase: Phase, names: { orgId: string; source: string; target: string }): string {
  const { orgId, source, target } = names;
  const resume = 'Run the same move again to go on';
  switch (phase) {
    case 'none':
      return `Organization ${orgId} lives on ${source}; no move has begun.`;
    case 'copying':
      return `Organization ${orgId} lives on ${source} and is being copied to ${target}; ${source} keeps its write-ahead log until the end. ${resume}, or with --abort to remove the copy.`;
    case 'switching':
      return `Organization ${orgId} is between ${source} and ${target}; if nobody goes on, it is back on ${source} within two seconds. ${resume}, or with --abort.`;
    case 'switched':
      return `Organization ${orgId} has left ${source} and is complete on ${target}, which does not serve it yet. ${resume}; it cannot be aborted any more.`;
    case 'moved':
      return `Organization ${orgId} lives on ${target}. ${resume}: what is left of it on ${source} is removed.`;
    case 'two owners':
      return `Both ${source} and ${target} say that they own organization ${orgId}. Stop the processes of ${target}, and set its record in placement.owners there to arriving.`;
  }
}
