import { collectInputs } from './inputs.ts';
import { emptyRequest } from './run-request.ts';
import type { Starter } from './start-job.ts';

export type InputTarget = { org_id: string; agent_id: string; agent_version_id: string | null };

/** Returns why an agent would refuse these inputs, one sentence each. Throws if the run itself is refused. */
export async function findInputProblems(
  starter: Starter,
  target: InputTarget,
  inputs: Record<string, unknown>,
): Promise<string[]> {
  const { version } = await starter.load(
    { orgId: target.org_id },
    { agentId: target.agent_id, versionId: target.agent_version_id ?? undefined },
    { fresh: true },
  );
  return collectInputs(version.inputDefinitions, { ...emptyRequest, nested: inputs }).problems;
}
