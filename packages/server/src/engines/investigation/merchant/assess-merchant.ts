import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { type EngineContext, EngineFailure } from '../../engine/engine.ts';
import type { Settings } from '../ask/settings.ts';
import { createEvidence, type Evidence } from '../evidence/evidence.ts';
import { addPage, addText } from '../evidence/read-inputs.ts';
import { describeMerchant } from './describe-merchant.ts';
import { type Merchant, type Metric, measureSite, type Site } from './merchant-metrics.ts';

// Assesses a merchant without a policy, by metrics of its site. The overall score is computed from them, never chosen
// by a model.

export async function assessMerchant(
  context: EngineContext,
  settings: Settings,
  merchant: Merchant,
  weightsText: string,
) {
  const weights = readWeights(weightsText);
  const evidence = createEvidence(context);
  await addText(evidence, 'merchant_name', merchant.name, 'The name of the merchant.');
  await addText(evidence, 'merchant_address', merchant.address, 'The address of the merchant.');
  const site = merchant.url === '' ? undefined : await visit(context, evidence, merchant.url);
  const profile = await describeMerchant(context, settings, evidence);
  const metrics = [...measureSite(site, merchant), ...profile.metrics];
  const score = overallScore(metrics, weights);
  const level = score < 34 ? 'LOW' : score < 67 ? 'MEDIUM' : 'HIGH';
  const worst = metrics.filter((metric) => metric.score >= 50);
  return {
    merchant_info: { name: merchant.name, url: merchant.url, address: merchant.address },
    business_details: { description: profile.description, category: profile.category },
    risk_assessments: {
      overall_risk_score: score,
      overall_risk_level: level,
      summary: `${level} risk: ${metrics.length} metrics give ${score} of 100.${worst.length === 0 ? '' : ` Highest: ${worst.map(({ name }) => name).join(', ')}.`}`,
      recommendations: worst.map(({ recommendation }) => recommendation),
    },
    risk_metrics: metrics.map(({ name, score: own, reasoning }) => ({ name, score: own, reasoning })),
    social_media_analysis: { profiles: socialProfiles(site?.page?.links ?? []) },
    domain_analysis: describeDomain(merchant.url, site),
    business_litigation_analysis: { status: 'not_checked', reason: 'This server has no source of court records.' },
    product_analysis: { products: profile.products },
    product_categories: profile.productCategories,
    ...(site?.page && { references: [site.page.saved, site.page.screenshot].flatMap((one) => one?.address ?? []) }),
    decided_by: settings.isBaseline
      ? 'baseline: computed from the content of the site, not judged by a model'
      : settings.model,
  };
}

/** A site that cannot be reached is a finding, not a failure. */
async function visit(context: EngineContext, evidence: Evidence, url: string): Promise<Site> {
  try {
    return { page: await addPage(context, evidence, 'merchant_url', url) };
  } catch (error) {
    if (!(error instanceof EngineFailure) || context.signal.aborted) throw error;
    return { page: undefined, problem: error.message };
  }
}

function readWeights(text: string): Map<string, number> {
  if (text === '') return new Map();
  let value: unknown;
  try {
    value = parseUntrustedJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  const given = isJsonObject(value) && isJsonObject(value.weights) ? value.weights : value;
  if (!isJsonObject(given))
    throw new EngineFailure("'risk_assessment_config' must be a JSON object of weights.", {
      code: 'errand.config.invalid',
    });
  return new Map(
    Object.entries(given).flatMap(([name, weight]): [string, number][] =>
      typeof weight === 'number' && weight >= 0 && weight <= 1_000 ? [[name, weight]] : [],
    ),
  );
}

function overallScore(metrics: Metric[], weights: Map<string, number>): number {
  const weighed = metrics.map(({ name, score }) => ({ score, weight: weights.get(name) ?? 1 }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : Math.round(weighed.reduce((sum, { score, weight }) => sum + score * weight, 0) / total);
}

const SOCIAL = /^https?:\/\/([a-z0-9-]+\.)*(facebook|instagram|linkedin|x|twitter|tiktok|youtube|pinterest)\.com\//i;
const socialProfiles = (links: string[]): string[] => links.filter((link) => SOCIAL.test(link)).slice(0, 20);

function describeDomain(url: string, site: Site | undefined) {
  if (site === undefined) return { status: 'not_checked', reason: 'No URL was given.' };
  const at = URL.parse(site.page?.url ?? (/^https?:/i.test(url) ? url : `https://${url}`));
  return {
    host: at?.host ?? null,
    https: at?.protocol === 'https:',
    reachable: site.page !== undefined,
    ...(site.page === undefined && { problem: site.problem }),
  };
}
