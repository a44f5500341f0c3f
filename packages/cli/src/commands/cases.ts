import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseReport, TrustedKey } from '@errand/proofs/verify-case.ts';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { readTrustedKeys } from '../client/trusted-keys.ts';
import { findAgent } from '../operations/find.ts';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import { writeNewFile } from '../terminal/new-file.ts';
import { print } from '../terminal/operate.ts';
import { count, done, mark, readTime, readUuid } from '../terminal/text.ts';

export function addCaseCommands(program: Command): void {
  const cases = program
    .command('case')
    .description('export and verify case files, the signed records of finished jobs');
  addVerify(cases);
  addExport(cases);

  cases
    .command('get')
    .description('download the case file of a finished job')
    .argument('<job>', 'its id', readUuid)
    .option('--out <file>', 'a new file (default: case-ID.zip)')
    .action((id, { out = `case-${id}.zip` }, command) =>
      call(command, async ({ errand }) => {
        const content = await errand.cases.file(id);
        await writeNewFile(out, (target) => pipeline(Readable.fromWeb(content.stream() as never), target));
        return { json: { file: out, size: content.size }, text: done(out, { bytes: String(content.size) }) };
      }),
    );
}

function addExport(cases: Command): void {
  cases
    .command('export')
    .description('download the case files of all jobs that ended in a period, with a signed list')
    .argument('<folder>', 'the folder; existing files are not downloaded again')
    .requiredOption('--from <time>', 'start of the period, such as 2026-01-01')
    .requiredOption('--to <time>', 'ended before')
    .option('--agent <agent>', 'id or name')
    .action((folder: string, options: { from: string; to: string; agent?: string }, command: Command) =>
      call(command, async ({ errand, signal }) => {
        const [organization] = (await errand.organizations.list()).results;
        const agent = options.agent === undefined ? undefined : await findAgent(errand, options.agent);
        const query = { from: readTime(options.from), to: readTime(options.to), ...(agent && { agent_id: agent.id }) };
        const index = await errand.cases.index(organization!.id, query);
        await mkdir(folder, { recursive: true });
        let fetched = 0;
        for (const { job_id: id } of index.cases) {
          signal.throwIfAborted();
          const file = join(folder, `case-${id}.zip`);
          if (existsSync(file)) continue;
          const content = await errand.cases.file(id);
          await writeNewFile(file, (target) => pipeline(Readable.fromWeb(content.stream() as never), target));
          fetched += 1;
        }
        await writeFile(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`, { mode: 0o600 });
        await writeFile(join(folder, 'keys.json'), `${JSON.stringify(await errand.signing.key(organization!.id))}\n`);
        const text = done(`${folder} has ${count(index.cases.length, 'case')}.`, { fetched: String(fetched) });
        return { json: { folder, cases: index.cases.length, fetched }, text };
      }),
    );
}

function addVerify(cases: Command): void {
  cases
    .command('verify')
    .description('verify case files offline; exit code 1 if one was changed')
    .argument('<files...>', 'case files, or the folder of an export, whose list is checked too')
    .option('--key <file>', 'keys that you trust: a PEM file or the output of errand case keys --json')
    .action(async (given: string[], { key }: { key?: string }, command: Command) => {
      const { verifyCase } = await import('@errand/proofs/verify-case.ts');
      const trusted = key === undefined ? undefined : await readTrustedKeys(key);
      const reports: FileReport[] = [];
      const lists: { file: string; problems: string[] }[] = [];
      const check = async (file: string) => {
        const report = { file, ...verifyCase(await read(file), trusted) };
        reports.push(report);
        return report;
      };
      for (const path of given) {
        const inside = await readdir(path).catch(() => undefined);
        if (inside === undefined) await check(path);
        else lists.push(await checkExport(path, inside.sort(), { trusted, check }));
      }
      const ok = [...reports, ...lists].every(({ problems }) => problems.length === 0);
      if (!ok) process.exitCode = userExitCodes.failed;
      print(command, {
        json: { ok, files: reports.map(summarize), lists },
        text: [...reports.map(describe), ...lists.map(describeList)].join('\n'),
      });
    });
}

/** Verifies the case files of an export and their signed list. */
async function checkExport(
  folder: string,
  inside: string[],
  { trusted, check }: { trusted: TrustedKey[] | undefined; check(file: string): Promise<FileReport> },
) {
  const { findIndexProblems } = await import('@errand/proofs/verify-index.ts');
  const files: { name: string; report: FileReport }[] = [];
  for (const name of inside.filter((one) => one.endsWith('.zip')))
    files.push({ name, report: await check(join(folder, name)) });
  const file = join(folder, 'index.json');
  const keys = trusted ?? (await readTrustedKeys(join(folder, 'keys.json')));
  const text = (await read(file)).toString();
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    return { file, problems: ['The list of cases cannot be read.'] };
  }
  return { file, problems: findIndexProblems(index, { keys, files }) };
}

const read = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`);
  });

const describeList = ({ file, problems }: { file: string; problems: string[] }): string =>
  problems.length === 0
    ? done(`${file} is authentic, and all its cases are present.`)
    : [`${mark(false)} ${file}`, ...problems.map((problem) => `  ${problem}`)].join('\n');

type FileReport = CaseReport & { file: string };

const summarize = ({ file, ok, trusted, problems, manifest }: FileReport) => ({
  file,
  ok,
  key_trusted: trusted,
  key_id: manifest?.key.key_id ?? null,
  job_id: manifest?.job_id ?? null,
  case_id: manifest?.case_id ?? null,
  created_at: manifest?.created_at ?? null,
  problems,
});

function describe({ file, ok, trusted, problems, manifest }: FileReport): string {
  if (!ok) return [`${mark(false)} ${file}`, ...problems.map((problem) => `  ${problem}`)].join('\n');
  const whose = trusted ? 'one of the keys given' : 'not compared with a key that you trust (--key)';
  return done(`${file} is authentic.`, {
    ...(manifest!.case_id === undefined ? { job: manifest!.job_id ?? '' } : { case: manifest!.case_id }),
    files: String(manifest!.files.length),
    made: manifest!.created_at,
    key: `${manifest!.key.key_id}, ${whose}`,
  });
}
