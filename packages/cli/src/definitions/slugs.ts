/** Turns names into unique file names. The oldest object of a name gets the plain one. */
export function assignSlugs<T extends { name: string; created_at: string }>(things: readonly T[]): Map<T, string> {
  const taken = new Set<string>();
  const slugs = new Map<T, string>();
  for (const thing of things.toSorted((a, b) => a.created_at.localeCompare(b.created_at))) {
    const base = slugify(thing.name);
    let slug = base;
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
    taken.add(slug);
    slugs.set(thing, slug);
  }
  return slugs;
}

export function slugify(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 80) || 'unnamed'
  );
}
