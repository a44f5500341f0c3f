import { ARCHIVE_BYTES_MAX, entryOf, type ReadFile, readArchive } from './archive.ts';
import { CASE_FORMAT, findChainProblems, MANIFEST, type Manifest, SIGNATURE, sha256 } from './manifest.ts';
import { isSignedBy, keyIdOf } from './signature.ts';

// Verifies that a case file is, byte for byte, what the service signed. This needs only the file. A trusted key also
// proves that it comes from the organization.

export type TrustedKey = { key_id: string; public_key: string };

export type CaseReport = {
  ok: boolean;
  /** One sentence per problem. Empty if the file is valid. */
  problems: string[];
  /** Whether the key is a trusted one. If false, the key inside the file was used. */
  trusted: boolean;
  manifest: Manifest | undefined;
};

const PROBLEMS_MAX = 20;

export function verifyCase(bytes: Buffer, trusted?: TrustedKey[]): CaseReport {
  const refuse = (problems: string[], manifest?: Manifest): CaseReport => ({
    ok: false,
    problems: problems.slice(0, PROBLEMS_MAX),
    trusted: false,
    manifest,
  });
  if (bytes.length > ARCHIVE_BYTES_MAX) return refuse(['The file is too large for a case file.']);
  const { files, problem } = readArchive(bytes);
  // Further problems of a damaged archive are reported too, because they name the file.
  const damage = problem === undefined ? [] : [problem];
  const named = new Map(files.map((file) => [file.path, file]));
  const manifestFile = named.get(MANIFEST);
  const signature = named.get(SIGNATURE)?.content.toString('latin1');
  if (manifestFile === undefined || signature === undefined)
    return refuse(damage.length > 0 ? damage : [`${manifestFile ? SIGNATURE : MANIFEST} is missing.`]);
  const manifest = readManifest(manifestFile.content);
  if (manifest === undefined) return refuse([...damage, `${MANIFEST} is not valid.`]);
  const unsigned = findSignatureProblem(manifest, manifestFile.content, signature, trusted);
  const problems = [
    ...damage,
    ...(unsigned === undefined ? [] : [unsigned]),
    ...(manifest.format === CASE_FORMAT ? [] : [`The format ${JSON.stringify(manifest.format)} is not known here.`]),
    ...findFileProblems(manifest, files, damage.length > 0),
    ...findEventProblems(manifest),
  ];
  return problems.length > 0
    ? refuse(problems, manifest)
    : { ok: true, problems, trusted: trusted !== undefined, manifest };
}

function readManifest(content: Buffer): Manifest | undefined {
  try {
    const value = JSON.parse(content.toString('utf8')) as Partial<Manifest> | null;
    const isWhole =
      Array.isArray(value?.files) &&
      value.files.every((file) => typeof file?.path === 'string') &&
      Array.isArray(value.events) &&
      value.events.every((event) => typeof event === 'object' && event !== null) &&
      typeof value.key?.public_key === 'string' &&
      typeof value.key.key_id === 'string';
    return isWhole ? (value as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

function findSignatureProblem(
  { key }: Manifest,
  content: Buffer,
  signature: string,
  trusted: TrustedKey[] | undefined,
): string | undefined {
  const known = trusted?.find(({ key_id }) => key_id === key.key_id);
  if (trusted !== undefined && known === undefined)
    return `The file is signed with the key ${key.key_id.slice(0, 64)}, which is not one of the trusted keys.`;
  try {
    const publicKey = known?.public_key ?? key.public_key;
    if (keyIdOf(publicKey) !== key.key_id || keyIdOf(key.public_key) !== key.key_id)
      return `The key in ${MANIFEST} does not match its key id.`;
    return isSignedBy(content, signature, publicKey)
      ? undefined
      : `${MANIFEST} or ${SIGNATURE} is not what was signed.`;
  } catch {
    return `The key in ${MANIFEST} is not valid.`;
  }
}

function findEventProblems({ events }: Manifest): string[] {
  try {
    return findChainProblems(events);
  } catch {
    return ['The events are not valid.'];
  }
}

function findFileProblems(manifest: Manifest, files: ReadFile[], isCut: boolean): string[] {
  const [first, second, ...rest] = files;
  const named = new Map(files.map((file) => [file.path, file]));
  const problems: string[] = [];
  if (first?.path !== MANIFEST || second?.path !== SIGNATURE) problems.push('The files are not in their order.');
  for (const { path, sha256: hash, size } of manifest.files) {
    const file = named.get(path);
    if (file === undefined) {
      // Files after the damaged part cannot be found, so they are not reported as missing.
      if (!isCut) problems.push(`${path} is missing.`);
    } else if (file.content.length !== size || sha256(file.content) !== hash) {
      problems.push(`${path} is not what was signed.`);
    }
  }
  const signed = new Set(manifest.files.map(({ path }) => path));
  for (const file of rest) if (!signed.has(file.path)) problems.push(`${file.path} was added.`);
  const isInOrder = manifest.files.every(({ path }, index) => rest[index]?.path === path);
  if (problems.length === 0 && !isCut && !isInOrder) problems.push('The files are not in their order.');
  const told = new Set(problems);
  for (const file of files) {
    if (entryOf(file).crc32 !== file.crc32 && !told.has(`${file.path} is not what was signed.`))
      told.add(`The sum of ${file.path} in the archive is wrong.`);
  }
  return [...told];
}
