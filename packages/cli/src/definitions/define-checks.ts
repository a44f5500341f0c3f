import type { Errand, EvaluationSet, VersionGate, Worksheet } from '@errand/sdk';
import type { Defined, EvaluationSetDefinition, GateDefinition, WorksheetDefinition } from './definition.ts';
import type { References } from './references.ts';
import { assignSlugs } from './slugs.ts';

// Evaluation sets, gates and worksheets as files.

export type Checks = {
  evaluations: (Defined<EvaluationSetDefinition> & { set: EvaluationSet })[];
  gates: Defined<GateDefinition>[];
  worksheets: (Defined<WorksheetDefinition> & { worksheet: Worksheet })[];
};

/** `names` maps ids to `agent:slug` and `policy:slug`. The ids of sets are added to `ids`. */
export async function readChecks(errand: Errand, names: References, ids: Map<string, string>): Promise<Checks> {
  const [all, worksheets] = await Promise.all([
    Array.fromAsync(errand.evaluationSets.list.all({ page_size: 100 })),
    Array.fromAsync(errand.worksheets.list.all({ page_size: 100 })),
  ]);
  // Sets of deleted agents and policies have no use any more.
  const sets = all.filter((set) => names.has(subjectOf(set)));
  const setSlugs = assignSlugs(sets);
  const evaluations = sets.map((set) => ({ slug: setSlugs.get(set)!, set, definition: defineSet(set, names) }));
  const setNames = new Map(evaluations.map(({ slug, set }) => [set.id, `evaluation_set:${slug}`]));
  for (const [id, name] of setNames) ids.set(name, id);
  const gates: Defined<GateDefinition>[] = [];
  for (const [id, of] of names) {
    const gate = await readGate(errand, of, id);
    const set = setNames.get(gate?.evaluation_set_id ?? '');
    if (gate !== undefined && (set !== undefined || gate.four_eyes))
      gates.push({ slug: gateSlug(of), definition: defineGate(gate, of, set) });
  }
  const worksheetSlugs = assignSlugs(worksheets);
  return {
    evaluations,
    gates,
    worksheets: worksheets.map((worksheet) => ({
      slug: worksheetSlugs.get(worksheet)!,
      worksheet,
      definition: { kind: 'worksheet', name: worksheet.name, content: worksheet.content },
    })),
  };
}

const subjectOf = ({ agent_id, policy_id }: EvaluationSet): string => agent_id ?? policy_id ?? '';

/** Such as `agent-read-invoice`. Each agent and policy has at most one gate. */
export const gateSlug = (of: string): string => of.replace(':', '-');

const defineSet = (set: EvaluationSet, names: References): EvaluationSetDefinition => ({
  kind: 'evaluation_set',
  name: set.name,
  description: set.description,
  of: names.get(subjectOf(set))!,
});

const defineGate = (gate: VersionGate, of: string, set: string | undefined): GateDefinition => ({
  kind: 'gate',
  of,
  ...(set !== undefined && { set }),
  min_accuracy: gate.min_accuracy,
  no_regressions: gate.no_regressions,
  ...(gate.four_eyes && { four_eyes: true }),
});

async function readGate(errand: Errand, of: string, id: string): Promise<VersionGate | undefined> {
  if (of.startsWith('agent:')) return errand.gates.ofAgent(id);
  return of.startsWith('policy:') ? errand.gates.ofPolicy(id) : undefined;
}
