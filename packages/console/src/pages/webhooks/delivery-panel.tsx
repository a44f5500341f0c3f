import type { DeliveryAttempt, DeliveryDetail, Webhook } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { cx } from '../../design/cx.ts';
import { formatDuration, formatMoment } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { SidePanel } from '../../design/side-panel.tsx';
import { JsonText } from '../../json/json-tree.tsx';
import { TextView } from '../../json/text-view.tsx';
import { errand } from '../../session/client.ts';
import { explainAttempt } from './explain-attempt.ts';
import { toCurl } from './to-curl.ts';
import { useResend } from './use-resend.ts';

type DeliveryPanelProps = { webhook: Webhook; deliveryId: string; canWrite: boolean; onClose(): void };

/** Shows one delivery with all attempts: request, response, and how long each part took. */
export function DeliveryPanel({ webhook, deliveryId, canWrite, onClose }: DeliveryPanelProps) {
  const resend = useResend(webhook.id);
  const delivery = useRead(
    keys.delivery(webhook.id, deliveryId),
    (options) => errand.deliveries.get(webhook.id, deliveryId, options),
    { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : 10_000) },
  );
  return (
    <SidePanel
      label="Delivery"
      title={`Delivery ${shortId(deliveryId)}`}
      onClose={onClose}
      actions={
        canWrite && (
          <Button busy={resend.isPending} onClick={() => resend.mutate(deliveryId)}>
            Resend
          </Button>
        )
      }
    >
      <QueryView query={delivery}>{(detail) => <Detail detail={detail} />}</QueryView>
    </SidePanel>
  );
}

function Detail({ detail }: { detail: DeliveryDetail }) {
  const [chosen, setChosen] = useState<number>();
  const attempt = detail.attempts.find((one) => one.attempt === chosen) ?? detail.attempts.at(-1);
  if (attempt === undefined) return <p className="text-muted">No attempt yet. The first one starts within seconds.</p>;
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Attempts" className="grid grid-cols-2 gap-1 max-sm:grid-cols-1">
        {detail.attempts.map((one) => (
          <li key={one.attempt}>
            <button
              type="button"
              aria-pressed={one === attempt}
              onClick={() => setChosen(one.attempt)}
              className="flex w-full flex-col gap-0.5 rounded-sm border border-transparent px-2.5 py-1.5 text-left hover:bg-hover aria-pressed:border-control aria-pressed:bg-accent-soft"
            >
              <span className="flex items-center gap-2 font-medium">
                Attempt {one.attempt}
                <Badge tone={one.failure === null ? 'positive' : 'danger'}>
                  {one.response_status ?? one.failure ?? 'failed'}
                </Badge>
              </span>
              <span className="text-xs text-muted">
                {formatMoment(one.at)}, {formatDuration(one.timing.total_ms)}
              </span>
            </button>
          </li>
        ))}
        {detail.next_attempt_at && (
          <li className="px-2.5 py-1.5 text-muted">
            Next attempt <RelativeTime at={detail.next_attempt_at} />
          </li>
        )}
      </ol>
      <AttemptView detail={detail} attempt={attempt} />
    </div>
  );
}

function AttemptView({ detail, attempt }: { detail: DeliveryDetail; attempt: DeliveryAttempt }) {
  const explanation = explainAttempt(attempt);
  const body = detail.request?.body ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {explanation && (
        <div className="rounded-sm bg-danger-soft p-3">
          <p className="font-medium text-danger">{explanation.what}</p>
          {attempt.error && <p className="break-words">{attempt.error}</p>}
          <p className="mt-1">
            <strong className="font-medium">What to do:</strong> {explanation.todo}
          </p>
        </div>
      )}
      <Timing timing={attempt.timing} />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Request</h3>
        <HeaderList headers={attempt.request_headers} first={`POST ${attempt.url}`} />
        {body === null ? (
          <p className="text-muted">The body is not available: the job's data was deleted.</p>
        ) : (
          <JsonText text={body} label="Request body" fileName={`delivery-${detail.id}.json`} />
        )}
        {body !== null && (
          <details>
            <summary className="cursor-pointer rounded-sm text-accent">As curl</summary>
            <CodeBlock code={toCurl(attempt, body)} label="curl command" className="mt-2" />
          </details>
        )}
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Response</h3>
        {attempt.response_status === null ? (
          <p className="text-muted">No response.</p>
        ) : (
          <>
            <HeaderList headers={attempt.response_headers ?? {}} first={`HTTP ${attempt.response_status}`} />
            {attempt.response_body ? (
              <TextView text={attempt.response_body} label="Response body" />
            ) : (
              <p className="text-muted">The body was empty.</p>
            )}
          </>
        )}
      </section>
    </div>
  );
}

function HeaderList({ headers, first }: { headers: Record<string, string>; first: string }) {
  return (
    <dl className="overflow-x-auto rounded-md border border-border bg-surface p-3 font-mono text-code">
      <div className="font-medium break-all">{first}</div>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="shrink-0 text-muted">{name}:</dt>
          <dd className="min-w-0 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const parts = [
  ['dns_ms', 'DNS lookup'],
  ['connect_ms', 'connection'],
  ['first_byte_ms', 'first byte'],
  ['total_ms', 'total'],
] as const;

function Timing({ timing }: { timing: DeliveryAttempt['timing'] }) {
  return (
    <dl
      aria-label="Timing"
      title="A dash: not reached, or an open connection was used again."
      className="flex flex-wrap gap-x-6 gap-y-1"
    >
      {parts.map(([key, label]) => (
        <div key={key} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className={cx('tabular-nums', timing[key] === null && 'text-faint')}>
            {timing[key] === null ? '–' : formatDuration(timing[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
