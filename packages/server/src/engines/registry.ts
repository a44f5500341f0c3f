import { multimodalExtractionEngine } from './documents/multimodal-extraction-engine.ts';
import { pdfExtractionEngine } from './documents/pdf-extraction-engine.ts';
import { pdfPageSelectionEngine } from './documents/pdf-page-selection-engine.ts';
import { findConfigProblems } from './engine/config.ts';
import type { Engine } from './engine/engine.ts';
import { amlInvestigationEngine, fraudInvestigationEngine } from './investigation/alert-investigation-engines.ts';
import { merchantRiskEngine } from './investigation/merchant-risk-engine.ts';
import { productPolicyEngine } from './investigation/product-policy-engine.ts';
import { templateEngine } from './template/template-engine.ts';

const builtIn: Engine[] = [
  multimodalExtractionEngine,
  pdfExtractionEngine,
  pdfPageSelectionEngine,
  productPolicyEngine,
  amlInvestigationEngine,
  fraudInvestigationEngine,
  merchantRiskEngine,
  templateEngine,
];

export type EngineRegistry = {
  find(id: string): Engine | undefined;
  /** In order of registration, the built-in ones first. */
  list(): Engine[];
};

/** The built-in and custom engines of this process. Throws if a custom engine reuses an id. */
export function createEngineRegistry(extra: Engine[]): EngineRegistry {
  const engines = new Map<string, Engine>();
  for (const engine of [...builtIn, ...extra]) {
    if (engines.has(engine.id)) throw new Error(`Two engines have the id ${engine.id}.`);
    engines.set(engine.id, { ...engine, checkConfig: (config) => checkConfig(engine, config) });
  }
  return { find: (id) => engines.get(id), list: () => [...engines.values()] };
}

const checkConfig = (engine: Engine, config: Record<string, unknown>): string[] => [
  ...findConfigProblems(engine.configSchema, config),
  ...(engine.checkConfig?.(config) ?? []),
];
