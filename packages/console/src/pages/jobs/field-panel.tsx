import type { FieldTrust, Job } from '@errand/sdk';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import { IconButton } from '../../design/button.tsx';
import { Facts } from '../../design/card.tsx';
import { SidePanel } from '../../design/side-panel.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { SourceView } from './source-view.tsx';
import {
  byTrust,
  fieldWords,
  isEstimated,
  measuredWords,
  placeWords,
  statusTones,
  statusWords,
} from './trust-words.ts';

type FieldPanelProps = { job: Job; field: string; onSelect(field: string | undefined): void };

/** Shows the source of a value with the passage marked. [ and ] go to the previous and the next value. */
export function FieldPanel({ job, field, onSelect }: FieldPanelProps) {
  const fields = byTrust(job.trust?.fields ?? []);
  const at = fields.findIndex((one) => one.field === field);
  const go = (by: 1 | -1) => fields[at + by] && onSelect(fields[at + by]!.field);
  useShortcuts([
    { keys: ']', label: 'Next value', run: () => go(1) },
    { keys: '[', label: 'Previous value', run: () => go(-1) },
  ]);
  const one = fields[at];
  return (
    <SidePanel
      title={<bdi>{fieldWords(field)}</bdi>}
      label={`Source of ${fieldWords(field)}`}
      onClose={() => onSelect(undefined)}
      actions={
        <>
          <span className="text-muted tabular-nums">
            {at + 1} of {fields.length}
          </span>
          <IconButton
            label="Previous value"
            disabled={at <= 0}
            icon={<ChevronUp size={16} aria-hidden />}
            onClick={() => go(-1)}
          />
          <IconButton
            label="Next value"
            disabled={at < 0 || at >= fields.length - 1}
            icon={<ChevronDown size={16} aria-hidden />}
            onClick={() => go(1)}
          />
        </>
      }
    >
      {one === undefined ? (
        <p className="text-muted">No value at this place has a known source.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <FieldFacts one={one} value={valueAt(job, one.field)} />
          <SourceView key={one.field} jobId={job.id} target={{ field: one.field }} />
        </div>
      )}
    </SidePanel>
  );
}

type Fact = [string, ReactNode];

function FieldFacts({ one, value }: { one: FieldTrust; value: string | undefined }) {
  return (
    <Facts
      facts={[
        ...(value === undefined ? [] : ([['Value', <bdi key="value">{value}</bdi>]] as Fact[])),
        [
          'Trust',
          <span key="trust" className="flex items-center gap-2">
            <Badge tone={statusTones[one.status]}>{statusWords[one.status]}</Badge>
            <span className="tabular-nums">{one.confidence.toFixed(2)}</span>
            {isEstimated(one) && <span className="text-muted">an estimate: {measuredWords(one)}</span>}
          </span>,
        ],
        ...(one.text ? ([['Words', <q key="words">{one.text}</q>]] as Fact[]) : []),
        ...(placeWords(one) ? ([['Place', placeWords(one)]] as Fact[]) : []),
        ...(one.note ? ([['Note', one.note]] as Fact[]) : []),
      ]}
    />
  );
}

/** Returns the value in the first JSON output. */
function valueAt(job: Job, pointer: string): string | undefined {
  for (const { value: text } of job.outputs) {
    if (!/^\s*[[{]/.test(text) || text.length > 3_000_000) continue;
    try {
      let at: unknown = JSON.parse(text);
      for (const part of pointer.split('/').slice(1)) {
        const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
        at = (at as Record<string, unknown> | null | undefined)?.[name];
      }
      return at === undefined ? undefined : typeof at === 'string' ? at : JSON.stringify(at);
    } catch {
      // Another output may be JSON.
    }
  }
  return undefined;
}
