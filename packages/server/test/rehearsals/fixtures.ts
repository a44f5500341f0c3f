import { type TestOrg, until } from '../harness.ts';
import { badListing, shopContent } from '../policies/cases.ts';

// Candidates and rehearsals as a client makes them.

/** Without the category of prohibited goods. */
export function lenientContent(): unknown {
  const content = structuredClone(shopContent);
  content.guidelines.categories.splice(0, 1);
  return content;
}

export const untilRehearsal = (org: TestOrg, policyId: string, id: string, limitMs = 60_000): Promise<any> =>
  until(
    async () => {
      const { body } = await org.request('GET', `/v1/policies/${policyId}/rehearsals/${id}/`);
      return body.finished_at !== null && body;
    },
    'the end of the rehearsal',
    limitMs,
  );

const evidence = (quote: string) => [{ reference: '$REF_1$', quote }];
const [first, second] = badListing.split('\n') as [string, string];

/** What a model says of the bad listing by the rules of the shop. */
export const shopFindings = {
  json: {
    findings: [
      { rule: 'R1', hit: true, reasoning: 'A fixed blade.', evidence: evidence(first) },
      { rule: 'R2', hit: false, reasoning: 'No brand.', evidence: evidence(second) },
      { rule: 'R3', hit: false, reasoning: 'Nothing on returns.', evidence: evidence(second) },
    ],
  },
};
export const shopVerdict = { json: { verdict: 'rejected', reasoning: 'R1.', rests_on: ['R1'] } };

/** And by the only rule that is left of them. */
export const lenientFindings = {
  json: { findings: [{ rule: 'R1', hit: false, reasoning: 'Nothing on returns.', evidence: evidence(second) }] },
};
export const lenientVerdict = { json: { verdict: 'approved', reasoning: 'No red flag.', rests_on: ['R1'] } };
