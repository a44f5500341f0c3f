import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { gateSlug } from './define-checks.ts';
import { type EvaluationSetDefinition, type GateDefinition, pathOf, type WorksheetDefinition } from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';

// Applies the evaluation sets, gates and worksheets of a plan.

export async function applyEvaluationSet(
  errand: Errand,
  { evaluations, ids }: Organization,
  step: Step,
  { name, description = '', of }: EvaluationSetDefinition,
): Promise<string> {
  const existing = evaluations.find((one) => one.slug === step.slug);
  if (existing === undefined) {
    const id = ids.get(of)!;
    const subject = of.startsWith('agent:') ? { agent_id: id } : { policy_id: id };
    return (await errand.evaluationSets.create({ name, description, ...subject })).id;
  }
  if (existing.definition.of !== of)
    throw new UsageError(`${pathOf(step)}: the agent or policy of a set cannot change. Use another file name.`);
  return (await errand.evaluationSets.update(existing.set.id, { name, description })).id;
}

export async function applyGate(
  errand: Errand,
  { ids }: Organization,
  step: Step,
  { of, set, min_accuracy = null, no_regressions = false, four_eyes = false }: GateDefinition,
): Promise<void> {
  if (step.slug !== gateSlug(of))
    throw new UsageError(`${pathOf(step)}: the file must be called ${gateSlug(of)}.yaml.`);
  const body = { evaluation_set_id: (set && ids.get(set)) || null, min_accuracy, no_regressions, four_eyes };
  const id = ids.get(of)!;
  if (of.startsWith('agent:')) await errand.gates.setOfAgent(id, body);
  else await errand.gates.setOfPolicy(id, body);
}

export async function applyWorksheet(
  errand: Errand,
  { worksheets }: Organization,
  { slug }: Step,
  { name, content }: WorksheetDefinition,
): Promise<void> {
  const existing = worksheets.find((one) => one.slug === slug);
  if (existing === undefined) await errand.worksheets.create({ name, content });
  else await errand.worksheets.update(existing.worksheet.id, { name, content });
}
