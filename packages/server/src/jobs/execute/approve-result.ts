import type { Approval } from '@errand/contract/approvals.ts';
import { EngineFailure, type EngineResult } from '#engines/engine/engine.ts';
import { databaseNow } from '#platform/ids.ts';
import { isJsonObject, parseJson } from '#platform/json.ts';
import { HELD_STEP } from '../record/model.ts';
import { APPROVAL_TITLE } from '../waits/model.ts';
import type { Journal } from './step-journal.ts';

// A result that people have to approve is recorded as a step and held back. The job ends with exactly the result that
// was approved, even if its engine would answer differently in another attempt.

const VALUE_CHARACTERS_MAX = 20_000;
const HOUR_MS = 3_600_000;

/** Runs the engine and waits for approval if needed. `isApproved`: a person approved it, so it may be reused. */
export async function approveResult(
  approval: Approval,
  journal: Journal,
  run: () => Promise<EngineResult>,
): Promise<{ result: EngineResult; isApproved: boolean }> {
  const held = journal.recall(HELD_STEP) as EngineResult | undefined;
  const result = held ?? (await run());
  if (!asksFor(approval, result)) return { result, isApproved: false };
  if (held === undefined) await journal.step(HELD_STEP, async () => result);
  const {
    answer,
    comment,
    timed_out: isLate,
  } = await journal.wait({
    kind: 'approval',
    title: `${APPROVAL_TITLE}${verdictOf(result) === undefined ? '' : ` ${verdictOf(result)}`}`,
    body: describe(result),
    options: ['approve', 'refuse'],
    evidence: listReferences(result),
    assignee_role: approval.role,
    forbid_requester: approval.forbid_requester,
    approvals: approval.approvals ?? 1,
    ...(approval.due_hours !== undefined && { due_at: new Date(databaseNow() + approval.due_hours * HOUR_MS) }),
    on_timeout: approval.on_timeout === 'release' ? 'continue' : 'fail',
  });
  if (answer === 'refuse') {
    const message = comment ? `The result was refused: ${comment}` : 'The result was refused.';
    throw new EngineFailure(message, { code: 'errand.waits.refused' });
  }
  return { result, isApproved: !isLate };
}

const verdictOf = ({ uiFields }: EngineResult): string | undefined =>
  typeof uiFields?.verdict === 'string' ? uiFields.verdict : undefined;

export function asksFor({ when, verdicts = [] }: Approval, result: EngineResult): boolean {
  if (when === 'always') return true;
  if (when === 'needs_review') return result.needsReview === true;
  const verdict = verdictOf(result);
  return verdict !== undefined && verdicts.includes(verdict);
}

/** Shows the outputs as Markdown. The code fence is longer than any in the text. */
function describe({ outputs }: EngineResult): string {
  return outputs
    .map(({ key, value }) => {
      const shown = value.length > VALUE_CHARACTERS_MAX ? `${value.slice(0, VALUE_CHARACTERS_MAX)}…` : value;
      const fence = '`'.repeat(Math.max(3, ...(shown.match(/`+/g) ?? []).map((run) => run.length + 1)));
      return `**${key}**\n\n${fence}\n${shown}\n${fence}`;
    })
    .join('\n\n');
}

const REFERENCES_MAX = 100;

function listReferences({ outputs }: EngineResult): string[] {
  return outputs
    .flatMap(({ value }) => {
      if (!value.includes('"references"')) return [];
      try {
        const parsed = parseJson(value);
        return isJsonObject(parsed) && Array.isArray(parsed.references) ? parsed.references : [];
      } catch {
        return [];
      }
    })
    .filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 2_000)
    .slice(0, REFERENCES_MAX);
}
