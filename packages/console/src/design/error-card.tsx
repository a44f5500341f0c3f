import { ErrandError, ForbiddenError, NotFoundError, RateLimitError } from '@errand/sdk';
import { OctagonX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';

type ErrorCardProps = { error: unknown; title?: string; onRetry?(): void; children?: ReactNode };

/** Shows what went wrong, what to do, and the details for support. */
export function ErrorCard({ error, title, onRetry, children }: ErrorCardProps) {
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof ErrandError ? error : undefined;
  const details = [
    message,
    known?.status && `status ${known.status}`,
    known?.requestId && `request ${known.requestId}`,
    location.pathname,
  ].filter(Boolean);
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md border border-danger bg-danger-soft p-4">
      <div className="flex items-start gap-2.5">
        <OctagonX size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
        <div className="min-w-0 flex-1">
          <p className="text-lg font-semibold">{title ?? headline(error)}</p>
          <p className="mt-0.5 text-md break-words">{message}</p>
          {error instanceof NotFoundError && !children && (
            <p className="mt-0.5 text-muted">It may have been deleted, or it belongs to another organization.</p>
          )}
          {known?.requestId && <p className="mt-1 font-mono text-code text-muted">Request {known.requestId}</p>}
          {children}
        </div>
        <CopyButton text={details.join('\n')} label="Copy details" />
      </div>
      {onRetry && !(error instanceof NotFoundError) && (
        <div>
          {error instanceof RateLimitError ? (
            <RetryLater error={error} onRetry={onRetry} />
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Waits as long as the server requested, then retries. Repeats if it is refused again. */
function RetryLater({ error, onRetry }: { error: RateLimitError; onRetry(): void }) {
  const [left, setLeft] = useState(error.retryAfterSeconds);
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    let seconds = error.retryAfterSeconds;
    setLeft(seconds);
    const timer = setInterval(() => {
      setLeft(--seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      retry.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [error]);
  return <Button onClick={onRetry}>{left > 0 ? `Retrying in ${left} s` : 'Retrying…'}</Button>;
}

function headline(error: unknown): string {
  if (error instanceof NotFoundError) return 'Not found';
  if (error instanceof ForbiddenError) return 'You have no access to this';
  if (error instanceof RateLimitError) return 'Too many requests';
  return 'Could not load this';
}
