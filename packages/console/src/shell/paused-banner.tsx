import { CirclePause } from 'lucide-react';
import { RelativeTime } from '../design/relative-time.tsx';
import { useAccess } from '../session/access.ts';

/** Says on every page that the operator has paused the organization, so that nobody wonders why nothing runs. */
export function PausedBanner() {
  const { organization } = useAccess();
  if (!organization?.paused_at) return null;
  return (
    <p
      role="status"
      className="mb-4 flex items-center gap-2 rounded-md border border-warning bg-warning-soft px-3 py-2"
    >
      <CirclePause size={16} aria-hidden className="shrink-0" />
      <span>
        The operator paused this organization <RelativeTime at={organization.paused_at} />. New runs are refused, and
        waiting jobs stay until it is resumed.
      </span>
    </p>
  );
}
