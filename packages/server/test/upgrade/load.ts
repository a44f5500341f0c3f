import { setTimeout as delay } from 'node:timers/promises';
import { request } from '../harness.ts';
import type { Member } from './members.ts';

// Callers that start jobs with whoever is there, and keep what was accepted and what went wrong.

export type Load = {
  /** Texts of the jobs that were accepted, by the member that accepted them. */
  accepted: Map<string, string>;
  problems: string[];
  /** New requests go to these from now on. Resolves when nothing is under way to others. */
  use(members: Member[]): Promise<void>;
  stop(): Promise<void>;
};

const CALLERS = 3;

export function startLoad(apiKey: string, agentId: string): Load {
  const accepted = new Map<string, string>();
  const problems: string[] = [];
  const underWay = new Map<Promise<void>, Member>();
  let members: Member[] = [];
  let count = 0;
  let stopped = false;

  async function ask(member: Member): Promise<void> {
    count += 1;
    const text = `text-${count}`;
    // Every fourth caller waits for the result.
    const path = `/v1/agents/run/${agentId}/${count % 4 === 0 ? '' : 'async/'}`;
    try {
      const { status, text: said } = await request(member.baseUrl, apiKey, 'POST', path, { text });
      if (status < 300) accepted.set(text, member.name);
      else problems.push(`${member.name}: ${status} ${said}`);
      const list = await request(member.baseUrl, apiKey, 'GET', '/v1/agents/jobs/?page_size=5');
      if (list.status !== 200) problems.push(`${member.name}: list ${list.status} ${list.text}`);
    } catch (error) {
      problems.push(`${member.name}: ${(error as Error).message}`);
    }
  }

  async function call(number: number): Promise<void> {
    for (let turn = number; !stopped; turn += 1) {
      const member = members[turn % members.length];
      if (member === undefined) {
        await delay(20);
        continue;
      }
      const work = ask(member);
      underWay.set(work, member);
      await work;
      underWay.delete(work);
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, number) => call(number));

  return {
    accepted,
    problems,
    async use(next) {
      members = next;
      await Promise.all([...underWay].filter(([, member]) => !next.includes(member)).map(([work]) => work));
    },
    async stop() {
      stopped = true;
      await Promise.all(callers);
    },
  };
}
