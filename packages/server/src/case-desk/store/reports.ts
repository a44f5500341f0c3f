import type { ReportCitation } from '@errand/contract/case-records.ts';
import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import type { Template, TemplateSection } from '../rules/templates.ts';

// Reports of cases while people write them, the templates of an organization, and holds.

export type GivenCitation = ReportCitation;
export type StoredSection = {
  key: string;
  title: string;
  sentences: { text: string; citations: GivenCitation[] }[];
};
export type DraftRow = {
  template: string;
  sections: StoredSection[];
  revision: number;
  updated_by: Link;
  updated_at: Date;
};

export async function findDraft(db: Db, orgId: string, caseId: string): Promise<DraftRow | undefined> {
  const rows = await db.query<DraftRow>(
    'select template, sections, revision, updated_by, updated_at from case_drafts where org_id = $1 and case_id = $2',
    [orgId, caseId],
  );
  return rows[0];
}

/** Call it with the case locked. */
export async function putDraft(
  tx: Db,
  orgId: string,
  caseId: string,
  { template, sections, by }: { template: string; sections: StoredSection[]; by: Link },
): Promise<void> {
  await tx.run(
    `insert into case_drafts as d (case_id, org_id, template, sections, updated_by) values ($1, $2, $3, $4, $5)
     on conflict (case_id) do update set template = excluded.template, sections = excluded.sections,
       updated_by = excluded.updated_by, revision = d.revision + 1, updated_at = clock_timestamp()`,
    [caseId, orgId, template, JSON.stringify(sections), JSON.stringify(by)],
  );
}

export async function listTemplates(db: Db, orgId: string): Promise<Template[]> {
  const rows = await db.query<{ name: string; sections: TemplateSection[] }>(
    'select name, sections from case_templates where org_id = $1 order by name',
    [orgId],
  );
  return rows.map((row) => ({ ...row, built_in: false }));
}

export async function putTemplate(
  tx: Db,
  orgId: string,
  { id, name, sections }: { id: string; name: string; sections: TemplateSection[] },
): Promise<void> {
  await tx.run(
    `insert into case_templates (id, org_id, name, sections) values ($1, $2, $3, $4)
     on conflict (org_id, name) do update set sections = excluded.sections, updated_at = now()`,
    [id, orgId, name, JSON.stringify(sections)],
  );
}

export const deleteTemplate = (tx: Db, orgId: string, name: string): Promise<number> =>
  tx.run('delete from case_templates where org_id = $1 and name = $2', [orgId, name]);

/** `held_case_id`: the case itself, or one that was merged into it. */
export type FamilyHold = { held_case_id: string; number: number };

/** A hold on a case or on anything that was merged into it. */
export async function findFamilyHold(db: Db, orgId: string, caseId: string): Promise<FamilyHold | undefined> {
  const rows = await db.query<FamilyHold>(
    `select h.held_case_id, c.number from held_cases h join cases c on c.id = h.held_case_id
     where h.org_id = $1 and h.case_id = $2 order by h.held_case_id = $2 desc limit 1`,
    [orgId, caseId],
  );
  return rows[0];
}

/** The alerts and jobs that leave a held case stay held: the new case gets a hold with the same reasons. */
export const copyHold = (tx: Db, orgId: string, { from, to }: Record<'from' | 'to', string>): Promise<number> =>
  tx.run(
    `insert into case_holds (case_id, org_id, reason, placed_by, placed_at)
     select $3, $1, left(string_agg(reason, '; ' order by placed_at), 2000),
       (array_agg(placed_by order by placed_at))[1], min(placed_at)
     from held_cases where org_id = $1 and case_id = $2 having count(*) > 0`,
    [orgId, from, to],
  );

export type HoldRow = { reason: string; placed_by: { email: string; link: Link }; placed_at: Date };

export async function findHold(db: Db, orgId: string, caseId: string): Promise<HoldRow | undefined> {
  const rows = await db.query<HoldRow>(
    'select reason, placed_by, placed_at from case_holds where org_id = $1 and case_id = $2',
    [orgId, caseId],
  );
  return rows[0];
}

/** Returns false if the case is held. */
export async function insertHold(
  tx: Db,
  orgId: string,
  { caseId, reason, by }: { caseId: string; reason: string; by: Link },
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into case_holds (case_id, org_id, reason, placed_by) values ($1, $2, $3, $4) on conflict do nothing`,
    [caseId, orgId, reason, JSON.stringify({ email: by.name, link: by })],
  );
  return inserted > 0;
}

export const deleteHold = (tx: Db, orgId: string, caseId: string): Promise<number> =>
  tx.run('delete from case_holds where org_id = $1 and case_id = $2', [orgId, caseId]);
