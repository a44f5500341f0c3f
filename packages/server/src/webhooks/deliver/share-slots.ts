import { aheadOf, type Lane, type LaneHealth } from './lane.ts';

// Shares the slots of this process among lanes with due deliveries, by the health of their receivers. Silent receivers,
// however many, leave slots for those that respond, and those leave some for receivers that are not known yet.

/** `slots` of the taken deliveries start at once; the rest wait for a slot. */
export type Choice = { lane: Lane; take: number; slots: number };

export type Sharing = {
  /** Slots of this process. */
  slots: number;
  /** Attempts in flight by the health of their lanes, including those being claimed. */
  young: Record<LaneHealth, number>;
  /** Slow attempts. They count only if there are too many. */
  slow: number;
  /** Lanes of good receivers are claimed for separately from all others. */
  group: LaneGroup;
  now: number;
};

export const laneGroups = ['good', 'others'] as const;
export type LaneGroup = (typeof laneGroups)[number];

/** How many slow attempts may wait, as a multiple of the slots: sockets are cheap, but not free. */
const SLOW_ROOM = 7;

export function shareSlots(able: Lane[], sharing: Sharing): Choice[] {
  const left = slotsLeft(sharing);
  let free = freeSlots(sharing);
  const sharers = able.filter((lane) => lane.inFlight < lane.limit && left[lane.health] > 0).length;
  const turn = Math.max(1, Math.ceil(free / Math.max(1, sharers)));
  const chosen: Choice[] = [];
  for (const lane of able) {
    const slots = Math.max(0, Math.min(turn, lane.limit - lane.inFlight - lane.waiting, left[lane.health], free));
    // The next deliveries of a good receiver are claimed ahead.
    const take = free > 0 ? slots + Math.max(0, aheadOf(lane, sharing.now) - lane.waiting) : slots;
    if (take <= 0) continue;
    chosen.push({ lane, take, slots });
    left[lane.health] -= slots;
    free -= slots;
  }
  return chosen;
}

function freeSlots({ slots, young, group }: Sharing): number {
  const unproven = young.new + young.failing;
  // Half of the slots are reserved for receivers that respond.
  const free = slots - young.good - Math.min(unproven, Math.floor(slots / 2));
  // An eighth is reserved for receivers that have not proved it yet.
  return group === 'others' ? Math.max(free, eighthOf(slots) - unproven) : free;
}

function slotsLeft({ slots, young, slow }: Sharing): Record<LaneHealth, number> {
  const left = {
    good: slots - young.good,
    new: Math.max(1, Math.floor(slots / 2)) - young.new,
    failing: Math.max(1, Math.floor(slots / 4)) - young.failing,
  };
  if (slow < SLOW_ROOM * slots) return left;
  // Too many receivers are slow: only those known to respond continue as usual.
  return { ...left, failing: 0, new: Math.min(left.new, eighthOf(slots) - young.new) };
}

const eighthOf = (slots: number): number => Math.max(1, Math.floor(slots / 8));
