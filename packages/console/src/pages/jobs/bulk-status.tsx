import type { BulkItem, BulkOperation } from '@errand/sdk';
import { CircleCheck, CircleDashed, CirclePause, CircleSlash, LoaderCircle, OctagonX } from 'lucide-react';
import { IconBadge } from '../../design/badge.tsx';

type Status = BulkOperation['status'] | BulkItem['status'];

const looks = {
  planned: { tone: 'neutral', icon: CircleDashed },
  pending: { tone: 'neutral', icon: CircleDashed },
  running: { tone: 'accent', icon: LoaderCircle },
  paused: { tone: 'warning', icon: CirclePause },
  done: { tone: 'positive', icon: CircleCheck },
  failed: { tone: 'danger', icon: OctagonX },
  skipped: { tone: 'neutral', icon: CircleSlash },
  cancelled: { tone: 'neutral', icon: CircleSlash },
} as const satisfies Record<Status, object>;

/** Shows the status of a bulk action, or of one of its jobs. */
export const BulkStatus = ({ status }: { status: Status }) => <IconBadge {...looks[status]} word={status} />;
