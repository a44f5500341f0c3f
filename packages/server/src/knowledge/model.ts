import type { KnowledgeLens, KnowledgeRef, KnowledgeRefBody, Typology } from '@errand/contract/knowledge.ts';
import { invalidFields } from '#platform/errors.ts';
import { didYouMean } from '#platform/nearest.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { LensRow } from './store.ts';

// Reads selections of typologies and resolves them with the current catalog.

/** Refuses typologies and tactics that the catalog does not contain. */
export function readRefs(catalog: Catalog, given: KnowledgeRefBody[]): KnowledgeRef[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const refs = given.map((ref): KnowledgeRef => {
    const typology = catalog.find(ref.typologyId);
    if (typology === undefined)
      problems.push(
        `There is no typology '${ref.typologyId}'.${didYouMean(
          ref.typologyId,
          catalog.list.map(({ id }) => id),
        )}`,
      );
    if (seen.has(ref.typologyId)) problems.push(`The typology '${ref.typologyId}' is selected twice.`);
    seen.add(ref.typologyId);
    const unknown = (ref.tacticIds ?? []).find((id) => !typology?.tactics.some((tactic) => tactic.id === id));
    if (typology !== undefined && unknown !== undefined)
      problems.push(`The typology '${typology.id}' has no tactic '${unknown}'.`);
    return {
      typologyId: ref.typologyId,
      typologyName: typology?.name ?? '',
      relevance: ref.relevance ?? 'watch',
      rationale: ref.rationale ?? '',
      tacticIds: ref.tacticIds ?? null,
      tacticNames: ref.tacticIds ? tacticsOf(typology, ref.tacticIds).map(({ name }) => name) : null,
    };
  });
  if (problems.length > 0) throw invalidFields({ refs: problems.slice(0, 20) });
  return refs;
}

const tacticsOf = (typology: Typology | undefined, ids: string[] | null): Typology['tactics'] =>
  (typology?.tactics ?? []).filter(({ id }) => ids === null || ids.includes(id));

/** Returns a lens with its typologies, and the ids that the catalog no longer contains. */
export function resolveLens(catalog: Catalog, row: LensRow): { lens: KnowledgeLens; missing: string[] } {
  const found = row.refs.map(({ typologyId, tacticIds }) => {
    const typology = catalog.find(typologyId);
    return typology && { ...typology, tactics: tacticsOf(typology, tacticIds) };
  });
  return {
    lens: {
      id: row.id,
      name: row.name,
      company: row.company,
      productName: row.product_name,
      productSummary: row.product_summary,
      mcpEnabled: row.mcp_enabled,
      // Always false, whatever was requested: a knowledge base describes a company and never leaves its organization.
      public: false,
      refs: row.refs,
      typologies: found.filter((typology) => typology !== undefined),
      updatedAt: row.updated_at.toISOString(),
    },
    missing: row.refs.filter((_ref, at) => found[at] === undefined).map(({ typologyId }) => typologyId),
  };
}
