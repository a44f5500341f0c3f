import { createHash } from 'node:crypto';
import type { NameKind } from './names/read-name.ts';

/** Who is compared with the lists. */
export type Subject = {
  name: string;
  kind: NameKind;
  birthDate: string | null;
  country: string | null;
  identifiers: Record<string, string>;
};

/** A change of the name, the kind or the date of birth makes another subject. */
export function subjectKey({ name, kind, birthDate }: Pick<Subject, 'name' | 'kind' | 'birthDate'>): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const digest = createHash('sha256').update(JSON.stringify([kind, plain, birthDate]));
  return `${kind}:${digest.digest('hex').slice(0, 32)}`;
}
