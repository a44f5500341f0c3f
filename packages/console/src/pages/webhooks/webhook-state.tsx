import type { Delivery, Webhook } from '@errand/sdk';
import { CircleCheck, CircleDashed, OctagonX, RotateCw } from 'lucide-react';
import { IconBadge, InactiveBadge } from '../../design/badge.tsx';
import { deliveryWord, stateOf } from './explain-attempt.ts';

const states = {
  disabled: { tone: 'danger', icon: OctagonX, word: 'switched off' },
  failing: { tone: 'warning', icon: RotateCw, word: 'failing' },
  new: { tone: 'neutral', icon: CircleDashed, word: 'nothing sent yet' },
  healthy: { tone: 'positive', icon: CircleCheck, word: 'healthy' },
} as const;

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return state === 'off' ? <InactiveBadge>off</InactiveBadge> : <IconBadge {...states[state]} />;
}

export function DeliveryBadge({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  const word = deliveryWord(delivery, isActive);
  if (delivery.status === 'succeeded') return <IconBadge tone="positive" icon={CircleCheck} word={word} />;
  if (delivery.status === 'failed') return <IconBadge tone="danger" icon={OctagonX} word={word} />;
  return <IconBadge tone={delivery.attempt === 0 ? 'neutral' : 'warning'} icon={RotateCw} word={word} />;
}
