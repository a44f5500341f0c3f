import type { Typology } from '@errand/contract/knowledge.ts';

// What an investigation decided from, without the world around it: enough to decide again without a fetch or a tool.

/** What an investigation read in a knowledge base. Findings can cite this and nothing else of it. */
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
  image?: { mediaType: string /** In base64. */; data: string };
};

export type FrozenCase = {
  /** Id of the engine. */
  engine: string;
  settings: {
    model: string;
    effort: 'low' | 'medium' | 'high';
    baselineVerdicts: boolean;
  };
  /** Texts that went into the prompts: questions to answer, and what reviewers had said until then. */
  plan: string;
  lessons: string;
  knowledge: ReadKnowledge | undefined;
  /** Tables of the case that were looked at as a whole. */
  queried: string[];
  items: FrozenItem[];
};

/** How one rule was decided. Rules of two versions are the same when category and title are. */
export type RuleOutcome = { id: string; category: string; title: string; hit: boolean };
