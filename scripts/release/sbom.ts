import type { Lock, LockedPackage } from '../check/lock-file.ts';
import { nameOf } from './closure.ts';

// Writes a software bill of materials (SBOM) in CycloneDX 1.6 from the lock file alone, so the same lock file gives the
// same bytes. `npm sbom` omits packages that some workspace only needs for development, even if the service needs them
// to run.

type Component = { 'bom-ref': string; type: string; name: string; version: string; purl: string };

export function writeSbom(lock: Lock, paths: string[], version: string): string {
  const entries = paths.map((path) => ({ path, entry: lock.packages[path]! }));
  const components = new Map<string, Component>();
  for (const { path, entry } of entries) {
    const component = describe(path, entry);
    components.set(component['bom-ref'], component);
  }
  const service = { type: 'application', 'bom-ref': `errand@${version}`, name: 'errand', version };
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...service, licenses: [{ license: { id: 'Apache-2.0' } }] } },
    components: [...components.values()].toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function describe(path: string, entry: LockedPackage): Component & Record<string, unknown> {
  const isOurs = !path.includes('node_modules/');
  const name = entry.name ?? nameOf(path);
  const version = entry.version!;
  const reference = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licence = isOurs ? 'Apache-2.0' : entry.license;
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version,
    purl: reference,
    ...(entry.optional && { scope: 'optional' }),
    ...(entry.integrity && { hashes: [toHash(entry.integrity)] }),
    ...(licence !== undefined && { licenses: [toLicence(licence)] }),
  };
}

/** Converts npm's base64 to the hexadecimal of CycloneDX. */
function toHash(integrity: string): { alg: string; content: string } {
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity)!;
  return { alg: `SHA-${algorithm}`, content: Buffer.from(digest!, 'base64').toString('hex') };
}

const toLicence = (licence: string): object => {
  if (/[ (]/.test(licence)) return { expression: licence };
  // "BSD" alone is not an SPDX id.
  return { license: licence === 'BSD' ? { name: licence } : { id: licence } };
};
