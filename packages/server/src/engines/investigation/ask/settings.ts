import { type Static, Type } from 'typebox';
import { connectionsConfig } from '../../engine/connection-config.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { form } from '../../engine/form.ts';
import { knowledgeConfig } from '../../engine/knowledge-config.ts';
import { chainConfig } from '../../engine/model-config.ts';
import { skillsConfig } from '../../engine/skill-config.ts';
import type { Asked } from '../evidence/keep.ts';
import { findSourceProblems, readSources, type Sources } from '../evidence/sources.ts';
import { type AskAnalyst, analystConfig, findAnalystProblems } from './analyst.ts';

/** Configuration shared by the engines that work with a policy. */
export const investigationConfig = {
  policy_version_id: Type.Optional(
    Type.String({
      ...form('task', 'Policy', { control: 'resource' }),
      description: 'Id of a policy or of one of its versions. Jobs use the current version.',
    }),
  ),
  policy_pin: Type.Optional(
    Type.Boolean({
      ...form('advanced', 'Stay with this version of the policy'),
      description: 'If true, jobs use the version that policy_version_id names, even if another one is current.',
    }),
  ),
  context_sources: Type.Optional(
    Type.Array(Type.Unknown(), {
      ...form('inputs', 'Further sources'),
      default: [],
      description:
        'Sources to use besides the inputs: URLs or hosts, tool:<name>, tables, table:<name>. No other source is used.',
      examples: [['https://registry.example.com', 'tool:sanctions']],
      'x-accepts-secrets': true,
    }),
  ),
  ...analystConfig,
  ...connectionsConfig,
  ...skillsConfig,
  ...knowledgeConfig,
  enable_planning: Type.Optional(
    Type.Boolean({
      ...form('advanced', 'Plan before gathering evidence'),
      default: true,
      description: 'Whether the model makes a plan before it gathers evidence.',
    }),
  ),
  enable_memory: Type.Optional(
    Type.Boolean({
      ...form('advanced', 'Read reviews of earlier verdicts'),
      default: false,
      description: 'Whether the prompt includes reviews of earlier verdicts.',
    }),
  ),
  reasoning_effort: Type.Optional(
    Type.Enum(['low', 'medium', 'high'], { ...form('advanced', 'Reasoning effort'), default: 'medium' }),
  ),
  baseline_verdicts: Type.Optional(
    Type.Boolean({
      ...form('trust', 'The baseline may decide verdicts'),
      default: false,
      description:
        'Whether the built-in model baseline may decide verdicts by word matching, for trials and tests. Otherwise it leaves them to a person.',
    }),
  ),
  second_judge: Type.Optional(
    Type.String({
      ...form('trust', 'Second judge of hits', { control: 'model' }),
      minLength: 1,
      description:
        'Another model that reads the quotation of each hit alone with its rule. What it does not see there is no hit. Its answers are kept with the job.',
    }),
  ),
  on_likeness: Type.Optional(
    Type.Enum(['keep', 'review'], {
      ...form('trust', 'Hits that rest on likeness alone'),
      default: 'review',
      description:
        'What happens if the quotation of a hit has few words, no number and no country of its rule, and is only like it in meaning: `review` asks for a review of the result, `keep` does not. With a second judge, which has read such hits, the default is `keep`.',
    }),
  ),
  ...chainConfig,
  model: Type.Optional(
    Type.String({
      ...form('task', 'Model', { control: 'model' }),
      description: 'Id of a model from /v1/agents/models/. Default: the default model of the installation.',
    }),
  ),
};

export const findConfigProblems = (config: Record<string, unknown>): string[] => [
  ...findSourceProblems(config),
  ...findAnalystProblems(config),
  ...findJudgeProblems(config),
  ...(config.model === 'baseline' && config.on_likeness === 'review'
    ? [
        "'on_likeness' needs a language model: the built-in one matches by likeness, and leaves its verdicts to a person.",
      ]
    : []),
];

/** A model that confirms itself is no second judge, and the built-in model judges nothing. */
const findJudgeProblems = ({ model, second_judge: judge }: Record<string, unknown>): string[] => {
  if (judge === undefined) return [];
  if (judge === 'baseline') return ["'second_judge' must be a language model."];
  return judge === model ? ["'second_judge' must be another model than 'model'."] : [];
};

const Config = Type.Object(investigationConfig);
export type InvestigationConfig = Static<typeof Config>;

/** The name of the model call that gathers evidence. */
export const GATHER = 'gather';

/** How often the model may use tools. */
export const TURNS = { low: 3, medium: 6, high: 12 };

export type Settings = {
  model: string;
  /** Whether there is no language model, so that rules are decided by word matching. */
  isBaseline: boolean;
  /** Whether the built-in model may decide verdicts all the same. */
  baselineVerdicts: boolean;
  /** Another model that reads the quotations of hits. */
  secondJudge: string | undefined;
  /** Whether a person looks at results with hits that rest on likeness alone. */
  reviewsLikeness: boolean;
  readsImages: boolean;
  effort: 'low' | 'medium' | 'high';
  planning: boolean;
  memory: boolean;
  sources: Sources;
  /** Connections that the model may use. */
  connections: unknown[];
  skillSetId: string | undefined;
  /** When and how a person is asked. Undefined if never. */
  analyst: AskAnalyst | undefined;
  knowledgeBaseId: string | undefined;
  /** Each model call adds an entry. */
  asked: Asked[];
};

export function readSettings(
  context: Pick<EngineContext, 'modelName' | 'readsImages'>,
  config: InvestigationConfig,
): Settings {
  const model = context.modelName(config.model);
  return {
    model,
    isBaseline: model === 'baseline',
    baselineVerdicts: config.baseline_verdicts ?? false,
    secondJudge: config.second_judge,
    reviewsLikeness:
      model !== 'baseline' &&
      (config.on_likeness ?? (config.second_judge === undefined ? 'review' : 'keep')) === 'review',
    readsImages: context.readsImages(config.model),
    effort: config.reasoning_effort ?? 'medium',
    planning: config.enable_planning ?? true,
    memory: config.enable_memory ?? false,
    sources: readSources(config.context_sources ?? []),
    connections: config.connections ?? [],
    skillSetId: config.skill_set_id || undefined,
    analyst: config.ask_analyst,
    knowledgeBaseId: config.knowledge_base_id || undefined,
    asked: [],
  };
}
