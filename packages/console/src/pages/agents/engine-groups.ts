// Groups engines by task. Engines that are not listed here, for example custom ones, come last.

export type EngineGroup<T> = { title: string; engines: { engine: T; startHere: boolean }[] };

/** The first engine of each group is marked as the one to start with. */
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

/** Engines that this server cannot run come last in their group and are never the one to start with. */
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
