// One agent of each engine, for the suite that all of them pass. A new engine needs an entry here.

/** What the suite has at hand for a configuration. */
export type SampleKit = {
  /** A PDF that was uploaded. */
  fileId: string;
  policyId: string;
  /** A page; an address inside the machine, which engines may reach only where the operator allows it. */
  url: string;
  /** A remote agent that answers. */
  remoteUrl: string;
  remoteSecret: string;
};

export type EngineSample = {
  config: Record<string, unknown>;
  inputs: Record<string, string>;
  /** Input definitions, where those that the engine declares are not wanted. */
  definitions?: { key: string; required?: boolean }[];
  /** It asks a model, named by `model` in its configuration. */
  asksModel: boolean;
  /** A configuration that makes it fetch `url`; `may fail` where a page that cannot be had does not end the job. */
  fetching?: Record<string, unknown>;
  fetchMayFail?: boolean;
  /** A configuration that makes it ask something outside, with this word in the request. Not by way of the model. */
  asking?: (word: string) => Record<string, unknown>;
  /** A configuration with which its model may read `url` by a tool. */
  usesTools?: Record<string, unknown>;
};

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, total: { type: 'number' } },
  required: ['name', 'total'],
};

export const engineSamples: Record<string, (kit: SampleKit) => EngineSample> = {
  TemplateEngine: () => ({ config: { template: 'Hello ${text}' }, inputs: { text: 'Ada' }, asksModel: false }),
  SkillWriterEngine: () => ({
    config: { use_case: '${text}' },
    inputs: { text: 'Decide disputes.' },
    definitions: [{ key: 'text' }],
    asksModel: true,
  }),
  ModelTryEngine: () => ({
    config: { model: '${model}' },
    inputs: { model: 'baseline' },
    definitions: [{ key: 'model' }],
    asksModel: true,
  }),
  TypologyProposerEngine: () => ({
    config: { company: 'Acme Pay', brief: '${text}' },
    inputs: { text: 'Instant payouts to cards of strangers.' },
    definitions: [{ key: 'text' }],
    asksModel: true,
  }),
  MultimodalExtractionEngine: ({ url }) => ({
    config: { text: '${text}', output_schema: schema },
    inputs: { text: 'Ada owes 12.50 EUR.' },
    asksModel: true,
    fetching: { text: '${text}', images: url, output_schema: schema },
    asking: (word) => ({ images: `${url}/${word}`, output_schema: schema }),
  }),
  PDFExtractionEngine: ({ fileId, url }) => ({
    config: { pdf_files: fileId, instructions: 'Read it.', output_schema: schema },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { pdf_files: url, instructions: 'Read it.', output_schema: schema },
    asking: (word) => ({ pdf_files: `${url}/${word}`, instructions: 'Read it.' }),
  }),
  PDFPageSelectionEngine: ({ fileId, url }) => ({
    config: { pdf_file: fileId, page_description: 'pages about debts' },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { pdf_file: url, page_description: '@PAGERANGE: 1' },
    asking: (word) => ({ pdf_file: `${url}/${word}`, page_description: '@PAGERANGE: 1' }),
  }),
  URLWebsiteExtractionEngine: ({ url }) => ({
    config: { url, output_schema: schema, crawl_config: { save_html: true } },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { url, output_schema: schema },
    asking: (word) => ({ url: `${url}/${word}`, output_schema: schema }),
  }),
  InteractiveWebExtractionEngine: ({ url }) => ({
    config: { url, instruction: 'Look around.', max_steps: 1, output_schema: schema },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { url, instruction: 'Look around.' },
    asking: (word) => ({ url: `${url}/${word}`, instruction: 'Look around.' }),
  }),
  URLFinderEngine: ({ url }) => ({
    config: { search_term: 'tea', description: 'a shop' },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { search_image: url, description: 'a shop' },
    asking: (word) => ({ search_term: word, description: 'a shop' }),
  }),
  ResearchEngine: () => ({
    config: { query: 'Where is tea grown?', max_sources: 1, output_schema: schema },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    fetching: { query: 'forbidden tea', max_sources: 1, output_schema: { type: 'object' } },
    fetchMayFail: true,
    asking: (word) => ({ query: word, output_schema: schema }),
  }),
  GoogleMapsEntityExtractionEngine: () => ({
    config: { query: 'tea', max_results: 2 },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: false,
    asking: (word) => ({ query: word }),
  }),
  SocialScraperEngine: () => ({
    config: { profile_url: 'https://social.example/ada' },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: false,
    asking: (word) => ({ profile_url: `https://social.example/${word}` }),
  }),
  MarketplaceStorefrontAnalysisEngine: () => ({
    config: { storefront_url: 'https://shop.example/1', output_schema: schema },
    inputs: {},
    definitions: [{ key: 'note', required: false }],
    asksModel: true,
    asking: (word) => ({ storefront_url: `https://shop.example/${word}` }),
  }),
  ProductPolicyEngine: ({ policyId, url }) => ({
    config: { policy_version_id: policyId },
    inputs: { product_listing: 'A knife with a blade of 20 cm, sold to everybody.' },
    asksModel: true,
    usesTools: { policy_version_id: policyId, context_sources: [url], enable_planning: false },
  }),
  AMLInvestigationEngine: ({ policyId, url }) => ({
    config: { policy_version_id: policyId },
    inputs: { alert_data: 'Nine cash deposits just below the limit.' },
    asksModel: true,
    usesTools: { policy_version_id: policyId, context_sources: [url], enable_planning: false },
  }),
  FraudInvestigationEngine: ({ policyId, url }) => ({
    config: { policy_version_id: policyId },
    inputs: { alert_data: 'A card was used in two countries within an hour.' },
    asksModel: true,
    usesTools: { policy_version_id: policyId, context_sources: [url], enable_planning: false },
  }),
  MerchantRiskEngine: ({ policyId, url }) => ({
    config: { policy_version_id: policyId },
    inputs: { merchant_name: 'Example Ltd', merchant_context: 'Sells kitchen knives.' },
    asksModel: true,
    usesTools: { policy_version_id: policyId, context_sources: [url], enable_planning: false },
  }),
  HttpEngine: ({ remoteUrl, remoteSecret }) => ({
    config: { url: remoteUrl, secret: remoteSecret },
    inputs: { text: 'Ada' },
    asksModel: false,
    fetching: { url: remoteUrl, secret: remoteSecret },
    asking: (word) => ({ url: `${remoteUrl}/${word}`, secret: remoteSecret }),
  }),
};
