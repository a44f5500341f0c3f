import type { Explanation } from '@errand/sdk';
import { JsonView } from '../../design/json-view.tsx';
import { ExplanationView } from '../jobs/explanation-view.tsx';

type Attachment = { contested_because: string; explanation: Explanation | null };

const isContested = (value: unknown): value is Attachment =>
  typeof value === 'object' && value !== null && 'contested_because' in value && 'explanation' in value;

/** Shows why a decision is contested, and its explanation at that time. */
export function Contested({ attachment }: { attachment: unknown }) {
  if (attachment === null || attachment === undefined) return null;
  if (!isContested(attachment)) return <JsonView value={attachment} label="Attached" />;
  return (
    <section aria-label="Contested" className="flex flex-col gap-3 rounded-md border border-border bg-raised p-4">
      <p dir="auto" className="rounded-md bg-warning-soft p-3 break-words whitespace-pre-wrap text-warning">
        <strong>Contested:</strong> {attachment.contested_because}
      </p>
      {attachment.explanation !== null && <ExplanationView explanation={attachment.explanation} />}
    </section>
  );
}
