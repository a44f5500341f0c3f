import type { Job } from '@errand/sdk';
import { Circle, CircleDot, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { VerdictTitle } from '../../design/verdict-badge.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { ItemView } from './item-view.tsx';
import { type Evidence, type FindingView, type Quote, resourceOf, type VerdictView } from './read-output.ts';
import { ReferenceView } from './reference-view.tsx';
import { SourceView } from './source-view.tsx';

type VerdictCardProps = {
  job: Job;
  view: VerdictView;
  /** The selected evidence, if the URL has it. */
  selected?: string | undefined;
  onSelect?(id: string): void;
};

/** Shows a verdict with its findings, each beside its evidence. */
export function VerdictCard({ job, view, selected, onSelect }: VerdictCardProps) {
  const [hitsOnly, setHitsOnly] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const select = onSelect ?? setChosen;
  const shown = hitsOnly ? view.findings.filter(({ hit }) => hit) : view.findings;
  const cited = listCited(view.findings);
  // The first finding that is met is open by default.
  const id = selected ?? chosen ?? (cited.find(({ finding }) => finding.hit) ?? cited[0])?.id;
  const open = cited.find((one) => one.id === id);
  const byReference = new Map(view.evidence.map((one) => [one.reference, one]));
  const walk = (by: number) => {
    const at = open === undefined ? (by > 0 ? -1 : 0) : cited.indexOf(open);
    if (cited.length > 0) select(cited[(at + by + cited.length) % cited.length]!.id);
  };
  useShortcuts([
    { keys: ']', label: 'Next evidence', run: () => walk(1) },
    { keys: '[', label: 'Previous evidence', run: () => walk(-1) },
  ]);
  const opened = open && byReference.get(open.reference);
  return (
    <div className="@container flex flex-col gap-4 rounded-md border border-border bg-raised p-4">
      <div>
        <p className="text-muted">Verdict</p>
        <VerdictTitle verdict={view.verdict} />
        {view.summary && (
          <p dir="auto" className="mt-2 max-w-3xl text-md break-words whitespace-pre-wrap">
            {view.summary}
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 @2xl:grid-cols-2">
        <section aria-label="Findings" className="flex min-w-0 flex-col gap-2">
          <div className="flex items-center justify-between gap-2">
            <h4 className="font-medium">
              Findings ({view.findings.filter(({ hit }) => hit).length} of {view.findings.length} rules met)
            </h4>
            <Checkbox label="Only met" checked={hitsOnly} onChange={setHitsOnly} />
          </div>
          <ul className="flex flex-col gap-2">
            {shown.map((finding) => {
              const number = view.findings.indexOf(finding);
              return (
                <Finding
                  key={number}
                  finding={finding}
                  open={open?.finding === finding ? open.reference : undefined}
                  nameOf={(reference) => byReference.get(reference)?.name || reference}
                  onOpen={(reference) => select(open?.id === idOf(number, reference) ? NONE : idOf(number, reference))}
                />
              );
            })}
          </ul>
        </section>
        <section aria-label="Evidence" className="flex min-w-0 flex-col gap-2">
          <h4 className="font-medium">Evidence</h4>
          {open && opened ? (
            <EvidenceView key={open.id} job={job} evidence={opened} quotes={quotesOf(open)} />
          ) : (
            <p className="text-muted">
              {open === undefined
                ? 'Choose a reference in a finding to see its evidence.'
                : `${open.reference} is cited, but is not part of this result's evidence.`}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

type Cited = { id: string; finding: FindingView; reference: string };

/** Nothing is open. */
const NONE = 'none';
const idOf = (finding: number, reference: string): string => `${finding + 1}:${reference.replaceAll('$', '')}`;

const listCited = (findings: readonly FindingView[]): Cited[] =>
  findings.flatMap((finding, index) =>
    finding.evidence.map((reference) => ({ id: idOf(index, reference), finding, reference })),
  );

const quotesOf = ({ finding, reference }: Cited): Quote[] =>
  finding.quotes.filter((quote) => quote.reference === reference);

/** A red flag that is met counts against the case, a green one for it. */
const tones = { red: 'danger', green: 'positive', none: 'accent' } as const;
const colors = { danger: 'text-danger', positive: 'text-positive', accent: 'text-started', neutral: 'text-faint' };

type FindingProps = {
  finding: FindingView;
  open: string | undefined;
  nameOf(reference: string): string;
  onOpen(reference: string): void;
};

function Finding({ finding, open, nameOf, onOpen }: FindingProps) {
  const { hit, flag, unsupported, isAlike, evidence } = finding;
  const tone = hit ? tones[flag] : 'neutral';
  const Icon = hit ? CircleDot : Circle;
  return (
    <li className="flex flex-col gap-1 rounded-sm border border-border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Icon size={16} aria-hidden className={colors[tone]} />
        <strong dir="auto" className="font-medium break-words">
          {finding.rule}
        </strong>
        <Badge tone={tone}>{hit ? 'met' : 'not met'}</Badge>
        {unsupported && <Badge tone="warning">unsupported</Badge>}
        {isAlike && <Badge tone="warning">in other words: check the quotation</Badge>}
        {finding.category && <span className="text-xs text-muted">{finding.category}</span>}
      </div>
      {finding.reasoning && (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {finding.reasoning}
        </p>
      )}
      {evidence.length === 0 ? (
        <p className="text-xs text-muted">No evidence cited</p>
      ) : (
        <div className="flex flex-wrap gap-1.5">
          {evidence.map((reference) => (
            <Button
              key={reference}
              size="sm"
              title={reference}
              aria-pressed={reference === open}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={() => onOpen(reference)}
            >
              <bdi className="max-w-64 truncate">{nameOf(reference)}</bdi>
            </Button>
          ))}
        </div>
      )}
      {finding.knowledge.length > 0 && (
        <ul aria-label="From the knowledge base" className="text-xs text-muted">
          {finding.knowledge.map((entry) => (
            <li key={entry} dir="auto" className="break-words">
              {entry}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function EvidenceView({ job, evidence, quotes }: { job: Job; evidence: Evidence; quotes: Quote[] }) {
  const resource = resourceOf(evidence.data);
  const words = quotes.find(({ quote }) => quote !== '')?.quote;
  return (
    <div className="flex flex-col gap-2">
      <p dir="auto" className="font-medium break-words">
        {evidence.name || evidence.reference}
      </p>
      {evidence.description && (
        <p dir="auto" className="break-words text-muted">
          {evidence.description}
        </p>
      )}
      {resource !== undefined && words !== undefined ? (
        <SourceView jobId={job.id} target={{ file: resource, quote: words }} />
      ) : resource !== undefined ? (
        <ReferenceView jobId={job.id} resourceId={resource} />
      ) : /^https?:\/\//i.test(evidence.data) ? (
        <OutsideLink url={evidence.data} />
      ) : (
        <ItemView jobId={job.id} artifactKey={evidence.data} quotes={quotes} />
      )}
    </div>
  );
}

/** An external link. The new tab cannot access this one and gets no referrer. */
function OutsideLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
      <ExternalLink size={14} aria-hidden />
      <span className="max-w-96 truncate">{url}</span>
    </a>
  );
}
