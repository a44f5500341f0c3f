import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import { rulesOf } from '#policies/model.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { ReadKnowledge } from '../engine/frozen.ts';
import { type AnalystQuestion, askPerson, oneLine } from './ask/analyst.ts';
import { ask } from './ask/ask.ts';
import { describeEvidence, describePolicy, listRules } from './ask/prompts.ts';
import type { Settings } from './ask/settings.ts';
import { type Decision, decideByModel } from './decide/decide-by-model.ts';
import type { Finding } from './decide/findings.ts';
import { isOpen } from './decide/settle.ts';
import type { Evidence } from './evidence/evidence.ts';
import { cleanModelText } from './evidence/model-text.ts';
import { readText } from './evidence/orders.ts';

// Asks a person. Before the decision: the configured questions, and questions about missing facts. After it: questions
// about rules that the evidence does not settle.

const PROPOSED_MAX = 5;

type Given = { policy: AppliedPolicy; evidence: Evidence; plan: string; knowledge?: ReadKnowledge | undefined };

export async function askBefore(context: EngineContext, settings: Settings, given: Given): Promise<void> {
  const { analyst } = settings;
  if (analyst === undefined || context.isTrial) return;
  const proposed = analyst.missing && !settings.isBaseline ? await proposeQuestions(context, settings, given) : [];
  const own = (analyst.questions ?? []).map((question) => ({ question: oneLine(question) }));
  await askPerson(context, { ask: analyst, evidence: given.evidence, questions: [...own, ...proposed] });
}

/** Lets the model propose questions. They reach a person and later prompts, so orders and URLs are removed. */
export async function proposeQuestions(
  context: EngineContext,
  settings: Settings,
  { policy, evidence, plan, rules = rulesOf(policy.content) }: Given & { rules?: PolicyRule[] },
): Promise<AnalystQuestion[]> {
  const answer = await ask(context, settings, 'questions', {
    prompt: [
      {
        type: 'text',
        text: `${describePolicy(policy.content)}${plan}\n${describeEvidence(evidence)}
${listRules(rules)}
An analyst knows the customer and the files of the company. Which facts are needed to decide these rules that the evidence does not have? Ask for them in at most ${PROPOSED_MAX} questions, each complete in itself; ask nothing that the evidence answers, and nothing when nothing is missing. Do not ask for an opinion or a verdict.`,
      },
    ],
    schema: {
      type: 'object',
      properties: { questions: { type: 'array', items: { type: 'string' } } },
      required: ['questions'],
    },
  });
  return (answer.output as { questions: string[] }).questions
    .filter((question) => question.trim() !== '' && readText(question).orders.length === 0)
    .slice(0, PROPOSED_MAX)
    .map((question) => ({ question: oneLine(cleanModelText(question, evidence)) }));
}

/** Asks about rules with unsupported findings, and decides these rules again with the answers. */
export async function settleOpen(
  context: EngineContext,
  settings: Settings,
  decision: Decision,
  { policy, evidence, plan, knowledge }: Given,
): Promise<Decision> {
  const { analyst } = settings;
  const open = decision.findings.filter(isOpen);
  if (!analyst?.unsupported || settings.isBaseline || open.length === 0) return decision;
  const questions = open.map((finding) => askAbout(finding, evidence));
  if (!(await askPerson(context, { ask: analyst, evidence, questions }))) return decision;
  const rules = open.map(({ rule }) => rule);
  const again = await decideByModel(context, settings, policy, rules, { evidence, plan, knowledge });
  const byRule = new Map(again.findings.map((finding) => [finding.rule, finding]));
  return {
    findings: decision.findings.map((finding) => byRule.get(finding.rule) ?? finding),
    outOfScope: decision.outOfScope,
    repairs: decision.repairs + again.repairs,
  };
}

const askAbout = ({ rule, unsupported }: Finding, evidence: Evidence): AnalystQuestion => ({
  question: oneLine(`${rule.title}: does this apply to the case, and what shows it?`),
  why: oneLine(`${rule.description} What is missing: ${cleanModelText(unsupported.join(' '), evidence)}`),
});
