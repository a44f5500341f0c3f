import type { EngineContext } from '../../engine/engine.ts';
import type { ReadKnowledge } from '../../engine/frozen.ts';
import { scoreRelevance } from '../../models/relevance.ts';
import { listEntries } from '../knowledge/citations.ts';
import type { Finding } from './findings.ts';

/** Unrelated rules score below 0.5 against the whole catalog. */
const NEAR = 0.55;
/** Each text takes a few milliseconds to embed. */
const ENTRIES_MAX = 1_000;

/** Cites without a model: each hit rule cites the closest indicator, if it is close enough, and says so. */
export async function citeBySimilarity(
  context: EngineContext,
  findings: Finding[],
  knowledge: ReadKnowledge,
): Promise<Finding[]> {
  const entries = listEntries(knowledge)
    .filter(({ indicator }) => indicator !== null)
    .slice(0, ENTRIES_MAX);
  const texts = entries.map(
    ({ typology_name, tactic_name, indicator }) => `${typology_name}. ${tactic_name}: ${indicator}`,
  );
  const cited: Finding[] = [];
  for (const [index, finding] of findings.entries()) {
    if (!finding.hit || texts.length === 0) {
      cited.push({ ...finding, citations: [] });
      continue;
    }
    const query = `${finding.rule.title}. ${finding.quotes[0]?.quote.slice(0, 500) ?? ''}`;
    const scores = await scoreRelevance(context, `match knowledge ${index + 1}`, query, texts);
    const best = scores.reduce((top, score, at) => (score > scores[top]! ? at : top), 0);
    const isNear = scores[best]! >= NEAR;
    const note = isNear
      ? `The closest entry of the knowledge base is ${entries[best]!.id} (${scores[best]!.toFixed(2)} of 1, by text similarity).`
      : 'No entry of the knowledge base is close.';
    cited.push({
      ...finding,
      reasoning: `${finding.reasoning} ${note}`,
      citations: isNear ? [entries[best]!] : [],
    });
  }
  return cited;
}
