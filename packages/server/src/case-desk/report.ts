import type { CaseReport, ReportSentence } from '@errand/contract/case-records.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { toActor } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { conflict, type Desk, record } from './desk.ts';
import { readSources, type Source } from './report-sources.ts';
import { findDisagreement } from './rules/citations.ts';
import { builtIn, type Template } from './rules/templates.ts';
import type { CaseRow } from './store/cases.ts';
import {
  type DraftRow,
  findDraft,
  type GivenCitation,
  listTemplates,
  putDraft,
  type StoredSection,
} from './store/reports.ts';

// The report of a case: sections of sentences, each with the citations that support it. What supports nothing is said
// with each reading, since a case may lose an alert after the report was written.

export const allTemplates = async (db: Db, orgId: string): Promise<Template[]> => [
  ...builtIn,
  ...(await listTemplates(db, orgId)),
];

export async function readReport(
  { db, archive }: { db: Db; archive: Pick<Archive, 'open'> },
  orgId: string,
  row: CaseRow,
  template = 'generic',
): Promise<CaseReport> {
  const sources = await readSources(db, orgId, row, archive);
  const draft = await findDraft(db, orgId, row.id);
  if (draft !== undefined) return reportAnswer(row.id, draft, sources);
  const chosen = await getTemplate(db, orgId, template);
  return reportAnswer(row.id, { template, sections: prefill(chosen, row, sources), revision: 0 }, sources);
}

async function getTemplate(db: Db, orgId: string, name: string): Promise<Template> {
  const all = await allTemplates(db, orgId);
  const chosen = all.find((one) => one.name === name);
  if (chosen !== undefined) return chosen;
  throw invalidFields({
    template: [`There is no template with this name. There are ${all.map((one) => one.name).join(', ')}.`],
  });
}

export async function saveReport(
  desk: Desk,
  row: CaseRow,
  given: { template: string; sections: StoredSection[]; revision: number },
): Promise<void> {
  const { tx, orgId } = desk;
  const before = await findDraft(tx, orgId, row.id);
  if (before?.revision !== (given.revision === 0 ? undefined : given.revision))
    throw conflict('Somebody has changed the report in the meantime. Read it again.');
  if (row.state === 'closed') throw conflict('The case is closed. Reopen it first.');
  // A report goes on after its template was removed.
  if (given.template !== before?.template) await getTemplate(tx, orgId, given.template);
  await putDraft(tx, orgId, row.id, { template: given.template, sections: given.sections, by: desk.link });
  await record(desk, row.id, 'report_saved', { template: given.template, revision: given.revision + 1 });
}

type Given = Pick<DraftRow, 'template' | 'sections' | 'revision'> & Partial<DraftRow>;

function reportAnswer(caseId: string, draft: Given, sources: Map<string, Source>): CaseReport {
  const sections = draft.sections.map(({ sentences, ...section }) => ({
    ...section,
    sentences: sentences.map((sentence) => judge(sentence, sources)),
  }));
  const sentences = sections.flatMap((section) => section.sentences);
  return {
    case_id: caseId,
    template: draft.template,
    sections,
    unsupported: sentences.filter(({ supported }) => !supported).length,
    unquoted: sentences.filter(({ status }) => status === 'cited').length,
    revision: draft.revision,
    updated_by: draft.updated_by === undefined ? null : toActor([draft.updated_by]),
    updated_at: draft.updated_at?.toISOString() ?? null,
  };
}

function judge(
  { text, citations }: { text: string; citations: GivenCitation[] },
  sources: Map<string, Source>,
): ReportSentence {
  const problems = citations.flatMap((citation) => findProblem(citation, sources) ?? []);
  const quotes = citations.flatMap(({ quote }) => quote || []);
  const problem =
    citations.length === 0 ? 'It cites nothing.' : (problems[0] ?? findDisagreement(text, quotes) ?? null);
  const status = problem !== null ? 'unsupported' : citations.some(({ quote }) => quote) ? 'quoted' : 'cited';
  return { text, citations, supported: problem === null, status, problem };
}

function findProblem({ kind, id, quote }: GivenCitation, sources: Map<string, Source>): string | undefined {
  const source = sources.get(`${kind} ${id.toLowerCase()}`);
  if (source === undefined) return `The case has no ${kind} ${id}.`;
  if (!quote) return undefined;
  if (source.text === null) return `The content of a ${kind} is not compared. Cite it without a quotation.`;
  if (!says(plain(source.text), plain(quote))) return `The ${kind} does not say “${quote.slice(0, 100)}”.`;
  const isWhole = source.text.split('\n').some((line) => plain(line) === plain(quote));
  return isWhole || isTelling(quote)
    ? undefined
    : `“${quote.slice(0, 100)}” is too little to rest on. Quote two words, a number or a whole line.`;
}

/** Whether a text has these words: a part of a word is none. */
function says(text: string, quote: string): boolean {
  const [begins, ends] = [/^[\p{L}\p{N}]/u.test(quote), /[\p{L}\p{N}]$/u.test(quote)];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const isCut = (begins && isInside(text[at - 1])) || (ends && isInside(text[at + quote.length]));
    if (!isCut) return true;
  }
  return false;
}

/** Scripts that write words without blanks between them have no inside. */
const isInside = (letter: string | undefined): boolean =>
  letter !== undefined &&
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]/u.test(letter);

/** Two words, a number, or a word of a script without blanks. */
const isTelling = (quote: string): boolean =>
  /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|\p{N}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2}/u.test(
    quote,
  );

/** Words as they are compared: spaces and case are a matter of layout. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** What the case itself says, in the sections of a template where it belongs. Everything else is for people. */
function prefill({ sections }: Template, row: CaseRow, sources: Map<string, Source>): StoredSection[] {
  const cited = [...sources.values()].filter(({ sentence }) => sentence !== undefined);
  const sentencesOf = (kinds: string[]) =>
    cited
      .filter(({ kind }) => kinds.includes(kind))
      .slice(0, 100)
      .map(({ kind, id, sentence }) => ({ text: sentence!, citations: [{ kind, id }] }));
  const [first] = cited.filter(({ kind }) => kind === 'alert');
  const { name, kind, identifiers } = row.subject;
  const ids = Object.entries(identifiers).map(([key, value]) => `${key} ${value}`);
  const subject = {
    text: `The subject is the ${kind} ${name}${ids.length > 0 ? ` (${ids.join(', ')})` : ''}.`,
    citations: first === undefined ? [] : [{ kind: first.kind, id: first.id }],
  };
  return sections.map(({ key, title }) => ({
    key,
    title,
    sentences:
      key === 'subject' || key === 'part_1'
        ? [subject]
        : key === 'alerts' || key === 'alerted' || key === 'part_2'
          ? sentencesOf(['alert'])
          : key === 'looked_at' || key === 'findings'
            ? sentencesOf(['job', 'decision'])
            : [],
  }));
}
