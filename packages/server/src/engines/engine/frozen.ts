import type { Typology } from '@errand/contract/knowledge.ts';
import type { ModelTool, ToolUse } from './model-call.ts';

// The evidence that an investigation decided on, complete enough to decide again without a fetch or a tool.

/** What an investigation read in a knowledge base. Findings can cite nothing else of it. */
export type ReadKnowledge = { id: string; name: string; version: string; typologies: Typology[] };

export type FrozenItem = {
  name: string;
  description: string;
  source: string;
  text: string;
  isCut: boolean;
  isCase: boolean;
  tables?: string[];
  saved: { address: string; sha256: string }[];
  /** `data` is in base64. */
  image?: { mediaType: string; data: string };
};

export type FrozenCase = {
  /** Id of the engine. */
  engine: string;
  settings: {
    model: string;
    effort: 'low' | 'medium' | 'high';
    baselineVerdicts: boolean;
    /** Another model that reads the quotations of hits. */
    secondJudge?: string | undefined;
  };
  /** Texts of the prompts: the questions to answer, and the lessons from reviews until then. */
  plan: string;
  lessons: string;
  knowledge: ReadKnowledge | undefined;
  /** Tables of the case that were read as a whole. */
  queried: string[];
  items: FrozenItem[];
  /** The rules (as keys of `ruleKey`) that the evidence was gathered for. Undefined for cases of earlier releases. */
  gatheredFor?: string[];
  /** The tools that the model could use to gather evidence, and what it asked them. */
  gathering?: { tools: Omit<ModelTool, 'execute'>[]; uses: ToolUse[] };
  /** What could be asked besides the inputs. */
  sources?: { hosts: string[]; tables: string[] | '*' };
  /** Whether a person was asked for missing facts. */
  asksAnalyst?: boolean;
  /** The inputs of the job. Lists in them are tables of the case. */
  inputs?: { key: string; value: string }[];
};

/** How one rule was decided. Rules of two versions are the same if category and title are equal. */
export type RuleOutcome = { id: string; category: string; title: string; hit: boolean };
