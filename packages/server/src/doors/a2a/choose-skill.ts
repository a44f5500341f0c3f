import type { SendMessageRequest } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { listAgentsBySlug } from '#agents/slugs.ts';
import type { Database } from '#platform/db.ts';
import { didYouMean } from '#platform/nearest.ts';

// A message to an organization names the agent it is for. Nothing is guessed: an invoice must not go to the wrong agent.

/** Returns the id of the agent that `metadata.skill` names by slug or id. */
export async function chooseSkill(
  database: Database,
  orgId: string,
  { message, metadata }: Pick<SendMessageRequest, 'message' | 'metadata'>,
): Promise<string> {
  const named: unknown = message?.metadata?.skill ?? metadata?.skill;
  const agents = await listAgentsBySlug(database.tenant(orgId), orgId);
  if (typeof named === 'string') {
    const found = agents.get(named) ?? [...agents.values()].find(({ id }) => id === named);
    if (found !== undefined) return found.id;
  }
  throw refusal(named, [...agents.keys()]);
}

function refusal(named: unknown, slugs: string[]): Error {
  const problem = named === undefined ? 'The message names no skill.' : `There is no skill ${JSON.stringify(named)}.`;
  const hint = typeof named === 'string' ? didYouMean(named, slugs) : '';
  const skills = slugs.join(', ');
  const message = `${problem}${hint} Set metadata.skill of the message to one of: ${skills}.`;
  return new RequestMalformedError({ message, metadata: { skills } });
}
