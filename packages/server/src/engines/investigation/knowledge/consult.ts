import type { Typology } from '@errand/contract/knowledge.ts';
import type { AppliedPolicy, PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { ReadKnowledge } from '../../engine/frozen.ts';
import { READ_TYPOLOGY } from '../../engine/knowledge-config.ts';
import { ask } from '../ask/ask.ts';
import { describeEvidence, describePolicy, listRules } from '../ask/prompts.ts';
import { type Settings, TURNS } from '../ask/settings.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { indicatorId } from './citations.ts';

/** Limited, because every later prompt contains the knowledge. */
const KNOWLEDGE_CHARACTERS_MAX = 60_000;

/**
 * Lets the model read typologies in the agent's knowledge base, and returns them, also as text for later prompts.
 * Without a model all typologies are returned, to be compared with the findings.
 */
export async function consultKnowledge(
  context: EngineContext,
  settings: Settings,
  policy: AppliedPolicy,
  { rules, evidence }: { rules: PolicyRule[]; evidence: Evidence },
): Promise<{ knowledge: ReadKnowledge | undefined; text: string }> {
  if (settings.knowledgeBaseId === undefined) return { knowledge: undefined, text: '' };
  const { text, tools, typologies, ...base } = await context.knowledge(settings.knowledgeBaseId);
  if (settings.isBaseline) return { knowledge: { ...base, typologies }, text: '' };
  const answer = await ask(context, settings, 'knowledge', {
    prompt: [
      {
        type: 'text',
        text: `${describePolicy(policy.content)}${text}\n${describeEvidence(evidence)}\n${listRules(rules)}
Read with ${READ_TYPOLOGY} the typologies that may be at work in this case, and only those. When you have read them, or none fits, answer with one line. Do not decide anything yet.`,
      },
    ],
    tools,
    turnsMax: TURNS[settings.effort],
  });
  const read = new Set(answer.toolUses.flatMap((use) => ('result' in use ? [(use.result as Typology).id] : [])));
  const knowledge = { ...base, typologies: typologies.filter(({ id }) => read.has(id)) };
  return { knowledge, text: describeKnowledge(knowledge) };
}

function describeKnowledge({ typologies }: ReadKnowledge): string {
  if (typologies.length === 0) return '';
  const text = typologies.map(describeTypology).join('\n');
  const cut =
    text.length > KNOWLEDGE_CHARACTERS_MAX
      ? `\n[cut after ${KNOWLEDGE_CHARACTERS_MAX} of ${text.length} characters]`
      : '';
  return `From the knowledge base of the team, each entry after its id. This is knowledge, no evidence of the case:
${text.slice(0, KNOWLEDGE_CHARACTERS_MAX)}${cut}\n`;
}

const describeTypology = ({ id, name, description, tactics }: Typology): string =>
  [
    `${id}: ${name}. ${description}`,
    ...tactics.flatMap((tactic) => [
      `  ${tactic.id}: ${tactic.name}. ${tactic.description}`,
      ...tactic.indicators.map((indicator, at) => `    ${indicatorId(tactic.id, at)}: ${indicator}`),
      ...tactic.questions.map((question) => `    To ask: ${question}`),
    ]),
  ].join('\n');
