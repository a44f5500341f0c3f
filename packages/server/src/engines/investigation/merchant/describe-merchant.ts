import type { EngineContext } from '../../engine/engine.ts';
import type { JsonSchema } from '../../engine/model-call.ts';
import { ask } from '../ask/ask.ts';
import { describeEvidence } from '../ask/prompts.ts';
import type { Settings } from '../ask/settings.ts';
import { findQuoteProblem, type Quote, quotesSchema } from '../decide/findings.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Metric } from './merchant-metrics.ts';

export type MerchantProfile = {
  description: string;
  category: string;
  products: string[];
  productCategories: string[];
  metrics: Metric[];
};

const METRICS_MAX = 10;

/** Lets a model describe the merchant. Empty without a model. Metrics without a valid quotation are dropped. */
export async function describeMerchant(
  context: EngineContext,
  settings: Settings,
  evidence: Evidence,
): Promise<MerchantProfile> {
  if (settings.isBaseline || evidence.items.length === 0)
    return { description: '', category: '', products: [], productCategories: [], metrics: [] };
  const answer = await ask(context, settings, 'merchant', {
    prompt: [
      {
        type: 'text',
        text: `${describeEvidence(evidence)}\nWhat does this merchant sell, and what about it is a risk for a payment provider? Give each risk as a metric from 0 (none) to 100, with a quotation.`,
      },
    ],
    schema: SCHEMA,
  });
  const given = answer.output as Answer;
  return {
    description: given.description,
    category: given.category,
    products: given.products.slice(0, 100),
    productCategories: given.product_categories.slice(0, 50),
    metrics: given.risks
      .filter(({ evidence: quotes }) => quotes.length > 0 && quotes.every((one) => !findQuoteProblem(one, evidence)))
      .slice(0, METRICS_MAX)
      .map(({ name, score, reasoning }) => ({
        name: name.slice(0, 100),
        score: Math.max(0, Math.min(100, Math.round(score))),
        reasoning,
        recommendation: `Check: ${name.slice(0, 100)}.`,
      })),
  };
}

type Answer = {
  description: string;
  category: string;
  products: string[];
  product_categories: string[];
  risks: { name: string; score: number; reasoning: string; evidence: Quote[] }[];
};

const texts = { type: 'array', items: { type: 'string' } };

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    category: { type: 'string' },
    products: texts,
    product_categories: texts,
    risks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          score: { type: 'number' },
          reasoning: { type: 'string' },
          evidence: quotesSchema,
        },
        required: ['name', 'score', 'reasoning', 'evidence'],
      },
    },
  },
  required: ['description', 'category', 'products', 'product_categories', 'risks'],
};
