import type { Delivery, Webhook } from '@errand/sdk';
import { CircleCheck, CircleDashed, OctagonX, RotateCw } from 'lucide-react';
import { Badge, InactiveBadge } from '../../design/badge.tsx';
import { deliveryWord, stateOf } from './explain-attempt.ts';

export function WebhookStateBadge({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  if (state === 'off') return <InactiveBadge>off</InactiveBadge>;
  if (state === 'disabled') {
    return (
      <Badge tone="danger">
        <OctagonX size={12} aria-hidden /> switched off
      </Badge>
    );
  }
  if (state === 'failing') {
    return (
      <Badge tone="warning">
        <RotateCw size={12} aria-hidden /> failing
      </Badge>
    );
  }
  return state === 'new' ? (
    <Badge>
      <CircleDashed size={12} aria-hidden /> nothing sent yet
    </Badge>
  ) : (
    <Badge tone="positive">
      <CircleCheck size={12} aria-hidden /> healthy
    </Badge>
  );
}

export function DeliveryBadge({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  const word = deliveryWord(delivery, isActive);
  if (delivery.status === 'succeeded') {
    return (
      <Badge tone="positive">
        <CircleCheck size={12} aria-hidden /> {word}
      </Badge>
    );
  }
  if (delivery.status === 'failed') {
    return (
      <Badge tone="danger">
        <OctagonX size={12} aria-hidden /> {word}
      </Badge>
    );
  }
  return (
    <Badge tone={delivery.attempt === 0 ? 'neutral' : 'warning'}>
      <RotateCw size={12} aria-hidden /> {word}
    </Badge>
  );
}
