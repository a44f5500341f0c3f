import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../engine.ts';
import type { JsonSchema } from '../models/model-call.ts';
import { ask } from './ask.ts';
import { matchRules } from './decide-by-baseline.ts';
import type { Evidence } from './evidence.ts';
import {
  type Claim,
  type Finding,
  findClaimProblems,
  findQuoteProblem,
  type Quote,
  quotesSchema,
  toFinding,
} from './findings.ts';
import { describeEvidence, describePolicy, describeRules, imageParts, ruleNumber } from './prompts.ts';
import type { Settings } from './settings.ts';

/** So many rules a model keeps apart well; each is argued with quotations, which takes room in the answer. */
const RULES_PER_CALL = 20;
const REPAIRS_PER_CALL = 2;
/** A model that never gets it right is not asked for ever. */
const REPAIRS_MAX = 10;

export type OutOfScope = { flag: string; reasoning: string; quotes: Quote[] };
export type Decision = { findings: Finding[]; outOfScope: OutOfScope[]; repairs: number };

type Numbered = { rule: PolicyRule; number: string; contrary: Quote | undefined };
type Answer = {
  findings: (Claim & { rule: string })[];
  out_of_scope?: { flag: string; reasoning: string; evidence: Quote[] }[];
};

/** Every rule, decided by the model and held against the evidence. What does not hold after its repairs is marked. */
export async function decideByModel(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  rules: PolicyRule[],
  { evidence, plan }: { evidence: Evidence; plan: string },
): Promise<Decision> {
  const contrary = await findContrary(rules, evidence);
  const numbered = rules.map((rule, index) => ({ rule, number: ruleNumber(index), contrary: contrary[index] }));
  const decision: Decision = { findings: [], outOfScope: [], repairs: 0 };
  const images = settings.readsImages ? imageParts(evidence) : [];
  const shared = `${describePolicy(policy.content)}${plan}\n${describeEvidence(evidence)}\n`;
  for (let from = 0; from < numbered.length; from += RULES_PER_CALL) {
    const part = numbered.slice(from, from + RULES_PER_CALL);
    const name = `decide ${from / RULES_PER_CALL + 1}`;
    const claims = new Map<string, Claim>();
    let open: { rule: Numbered; problems: string[] }[] = part.map((rule) => ({ rule, problems: [] }));
    for (let round = 0; ; round += 1) {
      const task = round === 0 ? firstTask(part) : repairTask(open);
      const answer = await ask(context, settings, round === 0 ? name : `${name} repair ${round}`, {
        prompt: [...images, { type: 'text', text: `${shared}\n${task}` }],
        schema: SCHEMA,
      });
      const { findings, out_of_scope = [] } = answer.output as Answer;
      for (const { rule, ...claim } of findings) {
        if (open.some((one) => one.rule.number === rule.trim())) claims.set(rule.trim(), claim);
      }
      if (round === 0) decision.outOfScope.push(...keepSupported(out_of_scope, evidence));
      open = part
        .map((rule) => ({ rule, problems: findClaimProblems(claims.get(rule.number), evidence, rule.contrary) }))
        .filter(({ problems }) => problems.length > 0);
      if (open.length === 0 || round >= REPAIRS_PER_CALL || decision.repairs >= REPAIRS_MAX) break;
      decision.repairs += 1;
    }
    for (const { rule, number, contrary: passage } of part) {
      const claim = claims.get(number);
      const problems = findClaimProblems(claim, evidence, passage);
      decision.findings.push(toFinding(rule, claim, problems, evidence));
    }
    context.progress({ rules_decided: decision.findings.length, rules: rules.length });
  }
  return decision;
}

/** Passages with the words of a rule that speaks against the case: a model that was talked into silence passes them over. */
async function findContrary(rules: PolicyRule[], evidence: Evidence): Promise<(Quote | undefined)[]> {
  const claims = await matchRules(rules, evidence);
  return rules.map(({ flag }, index) =>
    flag !== 'GREEN_FLAG' && claims[index]?.hit ? claims[index].evidence[0] : undefined,
  );
}

const firstTask = (
  rules: Numbered[],
): string => `Decide each of these rules on the case. A rule is hit when what it describes is there.
For a rule that is hit, quote what shows it. For one that is not, quote the passage that comes nearest to it.
Note under out_of_scope what matters but belongs to no rule.
Rules:
${describeRules(rules)}`;

const repairTask = (
  open: { rule: Numbered; problems: string[] }[],
): string => `Your findings for these rules do not hold:
${open.map(({ rule, problems }) => `${rule.number}: ${problems.join(' ')}`).join('\n')}
Decide them again, only these, with references that exist and words that stand there.
Rules:
${describeRules(open.map(({ rule }) => rule))}`;

function keepSupported(given: NonNullable<Answer['out_of_scope']>, evidence: Evidence): OutOfScope[] {
  return given
    .filter(({ evidence: quotes }) => quotes.length > 0 && quotes.every((one) => !findQuoteProblem(one, evidence)))
    .slice(0, 20)
    .map(({ flag, reasoning, evidence: quotes }) => ({ flag, reasoning, quotes }));
}

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          rule: { type: 'string', description: 'The number of the rule, such as R1.' },
          hit: { type: 'boolean' },
          reasoning: { type: 'string' },
          evidence: quotesSchema,
        },
        required: ['rule', 'hit', 'reasoning', 'evidence'],
      },
    },
    out_of_scope: {
      type: 'array',
      items: {
        type: 'object',
        properties: { flag: { type: 'string' }, reasoning: { type: 'string' }, evidence: quotesSchema },
        required: ['flag', 'reasoning', 'evidence'],
      },
    },
  },
  required: ['findings'],
};
