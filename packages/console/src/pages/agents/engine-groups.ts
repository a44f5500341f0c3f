// Engines by what people want to do. An engine that is not named here, for example one of the operator's own, comes last.

export type EngineGroup<T> = { title: string; engines: { engine: T; startHere: boolean }[] };

/** The first of each group is where to start. */
const groups: readonly [title: string, ids: readonly string[]][] = [
  ['Read documents and texts', ['MultimodalExtractionEngine', 'PDFExtractionEngine', 'PDFPageSelectionEngine']],
  [
    'Decide by a policy, with evidence',
    ['ProductPolicyEngine', 'MerchantRiskEngine', 'AMLInvestigationEngine', 'FraudInvestigationEngine'],
  ],
  [
    'Find and read things on the web',
    [
      'URLWebsiteExtractionEngine',
      'URLFinderEngine',
      'ResearchEngine',
      'InteractiveWebExtractionEngine',
      'GoogleMapsEntityExtractionEngine',
      'SocialScraperEngine',
      'MarketplaceStorefrontAnalysisEngine',
    ],
  ],
  ['Format results, or run code of your own', ['TemplateEngine', 'HttpEngine']],
];

type Offered = { engine_class_id: string; unavailable_reason: string | null };

/** In each group, what this server cannot run comes last and is not where to start. */
export function groupEngines<T extends Offered>(engines: readonly T[]): EngineGroup<T>[] {
  const known = new Set(groups.flatMap(([, ids]) => ids));
  const others = engines.filter(({ engine_class_id: id }) => !known.has(id));
  const sorted = groups.map(([title, ids]) => {
    const found = ids.flatMap((id) => engines.filter((engine) => engine.engine_class_id === id));
    const isMissing = ({ unavailable_reason: reason }: T): boolean => reason !== null;
    const ordered = [...found.filter((one) => !isMissing(one)), ...found.filter(isMissing)];
    const list = ordered.map((engine, at) => ({ engine, startHere: at === 0 && !isMissing(engine) }));
    return { title, engines: list };
  });
  const rest = { title: 'Other engines', engines: others.map((engine) => ({ engine, startHere: false })) };
  return [...sorted, rest].filter((group) => group.engines.length > 0);
}
