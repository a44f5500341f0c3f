import type { KnowledgeBase } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';

const tones = { drafting: 'warning', active: 'positive', orphaned: 'danger' } as const;

export function BaseStatus({ base }: { base: KnowledgeBase }) {
  return <Badge tone={tones[base.status]}>{base.status}</Badge>;
}
