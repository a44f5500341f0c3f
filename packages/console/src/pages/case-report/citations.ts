import type { Case, CaseReport } from '@errand/sdk';

// What the sentences of a report may rest on, and what it is called.

export type Section = CaseReport['sections'][number];
export type Sentence = Section['sentences'][number];
/** As people write it. The service says what supports it. */
export type Written = Pick<Sentence, 'text' | 'citations'>;
export type Citation = Sentence['citations'][number];
export type Source = { kind: Citation['kind']; id: string; label: string };

const short = (text: string): string => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

/** Everything in a case that a sentence may cite. */
export const sourcesOf = ({ alerts, jobs, notes, documents, earlier_decisions: decisions }: Case): Source[] => [
  ...alerts.map(({ id, rule, external_id: name }) => ({
    kind: 'alert' as const,
    id,
    label: `Alert ${short(rule)}, ${name}`,
  })),
  ...jobs.map(({ job_id: id, step }) => ({ kind: 'job' as const, id, label: `Job ${step ?? id.slice(0, 8)}` })),
  ...notes.map(({ id, text }) => ({ kind: 'note' as const, id, label: `Note: ${short(text.split('\n')[0]!)}` })),
  ...documents.map(({ id, name }) => ({ kind: 'document' as const, id, label: `Document ${short(name)}` })),
  ...[...new Map(decisions.map((made) => [made.case_id, made])).values()].map(
    ({ case_id: id, case_number: number, outcome }) => ({
      kind: 'decision' as const,
      id,
      label: `Decision of #${number}: ${short(outcome)}`,
    }),
  ),
];

export const nameOf = (sources: readonly Source[], { kind, id }: Citation): string =>
  sources.find((source) => source.kind === kind && source.id === id)?.label ?? kind;

/** Each sentence of a paragraph, so that each can have citations of its own. */
export function splitSentences(text: string): string[] {
  const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)];
  return parts.map(({ segment }) => segment.trim()).filter((part) => part !== '');
}

/** The report as people send it: titles and sentences, without marks. */
export const reportText = ({ sections }: Pick<CaseReport, 'sections'>): string =>
  sections
    .map(({ title, sentences }) => [title, sentences.map(({ text }) => text).join(' ')].filter(Boolean).join('\n'))
    .join('\n\n');
