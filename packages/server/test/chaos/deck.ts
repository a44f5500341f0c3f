import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import {
  fillStorage,
  lockTable,
  loseStandby,
  makeReadOnly,
  promote,
  removeStorage,
  silenceDatabase,
  stallStorage,
} from './faults.ts';
import type { Random, Tenant } from './load.ts';
import type { Member } from './members.ts';
import {
  askBesideBigJob,
  crowdConnections,
  endStepsWhileReadOnly,
  loseStandbyThenPrimary,
  silencePrimary,
  turnTwice,
} from './scenarios.ts';

// Everything that happens in a long run, drawn from a shuffled deck, so that a short one sees each kind too.

type Place = { cluster: Cluster; tenants: Tenant[]; random: Random };

export type Card = {
  name: string;
  /** Why it cannot happen here; undefined: it can. */
  missing?(cluster: Cluster): string | undefined;
  play(place: Place): Promise<void>;
};

/** Beyond the lease. */
const PAUSE_MS = 17_000;

export const cards: Card[] = [
  { name: 'kill -9 of a process', play: (place) => strike(place, (victim) => place.cluster.kill(victim)) },
  { name: 'kill -9 of a process', play: (place) => strike(place, (victim) => place.cluster.kill(victim)) },
  {
    name: 'a process paused beyond its lease',
    play: (place) =>
      strike(place, async (victim) => {
        place.cluster.pause(victim);
        await delay(PAUSE_MS);
        place.cluster.resume(victim);
      }),
  },
  { name: 'an orderly stop', play: (place) => strike(place, (victim) => place.cluster.terminate(victim)) },
  {
    name: 'a clock that jumps by an hour and back',
    play: (place) =>
      strike(place, async (victim) => {
        place.cluster.jumpClock(victim);
        await delay(place.random.between(1_000, 6_000));
        place.cluster.jumpClock(victim);
      }),
  },
  { name: 'kill -9 of PostgreSQL', play: ({ cluster }) => cluster.killPostgres().then(() => undefined) },
  { name: 'all connections cut', play: ({ cluster }) => cluster.cutConnections() },
  {
    name: 'answers of PostgreSQL lost',
    async play({ cluster }) {
      for (let times = 0; times < 5; times += 1) await cluster.loseAnswers();
    },
  },
  { name: 'primary killed, standby promoted', play: ({ cluster }) => promote(cluster, { how: 'crash' }) },
  {
    name: 'promotion through a standby that does not take writes yet',
    play: ({ cluster, random }) => promote(cluster, { how: 'crash', recoveringMs: random.between(1_000, 8_000) }),
  },
  { name: 'planned switchover', play: ({ cluster }) => promote(cluster, { how: 'switchover', recoveringMs: 1_000 }) },
  {
    name: 'standby lost, then the primary',
    play: (place) => loseStandbyThenPrimary(place, place.random.between(1_000, 6_000)),
  },
  { name: 'address that turns to the standby and back, twice', play: turnTwice },
  { name: 'primary silent, standby promoted', play: silencePrimary },
  { name: 'read-only', play: (place) => endStepsWhileReadOnly(place, place.random.between(2_000, 12_000)) },
  { name: 'read-only for longer than callers wait', play: ({ cluster }) => makeReadOnly(cluster, 36_000) },
  { name: 'silent network', play: ({ cluster, random }) => silenceDatabase(cluster, random.between(2_000, 12_000)) },
  { name: 'standby lost', play: ({ cluster, random }) => loseStandby(cluster, random.between(2_000, 12_000)) },
  {
    name: 'queue locked',
    play: ({ cluster, random }) => lockTable(cluster, 'job_queue', random.between(2_000, 12_000)),
  },
  {
    name: 'connections crowded',
    async play(place) {
      const member = place.random.pick(place.cluster.running('all'));
      if (member) await crowdConnections(place, member, 20_000);
    },
  },
  {
    name: 'storage stalled',
    missing: ({ storage }) => (storage ? undefined : 'the storage is a folder'),
    play: ({ cluster }) => stallStorage(cluster, 40_000),
  },
  {
    name: 'storage folder removed',
    missing: ({ storageFolder }) => (storageFolder ? undefined : 'the storage is no plain folder'),
    play: ({ cluster }) => removeStorage(cluster, 40_000),
  },
  { name: 'a job of 25 MB beside SQL over all jobs', play: askBesideBigJob },
  {
    name: 'storage full',
    missing: ({ disk }) => (disk ? undefined : 'the storage has no disk of its own'),
    play: ({ cluster }) => fillStorage(cluster, 40_000),
  },
];

/** Somebody of each kind stays. */
async function strike({ cluster, random }: Place, what: (victim: Member) => Promise<unknown>): Promise<void> {
  const victims = cluster.running().filter(({ role }) => cluster.running(role).length > 1 || role === 'all');
  const victim = random.pick(victims);
  if (victim) await what(victim);
}

export function createDeck(random: Random): { draw(cluster: Cluster): Card } {
  let deck: Card[] = [];
  return {
    draw(cluster) {
      for (;;) {
        if (deck.length === 0)
          deck = cards
            .map((card) => ({ card, at: random.next() }))
            .sort((a, b) => a.at - b.at)
            .map(({ card }) => card);
        const card = deck.pop()!;
        if (card.missing?.(cluster) === undefined) return card;
      }
    },
  };
}
