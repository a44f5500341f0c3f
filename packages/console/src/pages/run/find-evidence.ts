export type EvidenceItem = {
  id: string;
  /** An artifact's key, a saved page's resource id, or an address in the web. */
  kind: 'artifact' | 'reference' | 'link';
  target: string;
  name: string;
  description: string;
};

const NODES_MAX = 5_000;

/** Evidence objects and saved pages anywhere in an output; each once. */
export function findEvidence(value: unknown): EvidenceItem[] {
  const found = new Map<string, EvidenceItem>();
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < NODES_MAX; seen++) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) {
      const item = readEvidence(node as Record<string, unknown>);
      if (item) found.set(item.id, item);
      for (const item of readReferences((node as Record<string, unknown>).references)) found.set(item.id, item);
    }
    waiting.push(...Object.values(node));
  }
  return [...found.values()].reverse();
}

function readEvidence(node: Record<string, unknown>): EvidenceItem | undefined {
  const { evidence_type: type, evidence_data: data, evidence_name: name, evidence_description: description } = node;
  if (typeof type !== 'string' || typeof data !== 'string' || data === '') return undefined;
  const resource = resourceOf(data);
  const kind = resource ? 'reference' : /^https?:\/\//.test(data) ? 'link' : 'artifact';
  return {
    id: data,
    kind,
    target: resource ?? data,
    name: typeof name === 'string' && name !== '' ? name : type,
    description: typeof description === 'string' ? description : '',
  };
}

function readReferences(references: unknown): EvidenceItem[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((one): EvidenceItem[] => {
    const resource = typeof one === 'string' ? resourceOf(one) : undefined;
    return resource
      ? [{ id: one, kind: 'reference', target: resource, name: resource, description: 'saved copy' }]
      : [];
  });
}

const resourceOf = (url: string): string | undefined => /\/references\/([\w.-]+)\/?$/.exec(url)?.[1];
