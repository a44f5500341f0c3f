import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CaseReport } from '@errand/proofs/verify-case.ts';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { readTrustedKeys } from '../client/trusted-keys.ts';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import { writeNewFile } from '../terminal/new-file.ts';
import { print } from '../terminal/operate.ts';
import { done, mark, readUuid } from '../terminal/text.ts';

export function addCaseCommands(program: Command): void {
  const cases = program.command('case').description('case files: signed records of finished jobs');
  addVerify(cases);

  cases
    .command('get')
    .description('the case file of a finished job')
    .argument('<job>', 'its id', readUuid)
    .option('--out <file>', 'a new file; default: case-ID.zip')
    .action((id, { out = `case-${id}.zip` }, command) =>
      call(command, async ({ errand }) => {
        const content = await errand.cases.file(id);
        await writeNewFile(out, (target) => pipeline(Readable.fromWeb(content.stream() as never), target));
        return { json: { file: out, size: content.size }, text: done(out, { bytes: String(content.size) }) };
      }),
    );

  cases
    .command('keys')
    .description('the public keys of your organization, for errand case verify --key')
    .action((_, command) =>
      call(command, async ({ errand }) => {
        const [organization] = (await errand.organizations.list()).results;
        const keys = await errand.signing.key(organization!.id);
        return { json: keys, text: keys.public_key.trimEnd() };
      }),
    );
}

function addVerify(cases: Command): void {
  cases
    .command('verify')
    .description('check case files offline; exit code 1 if one is not what was signed')
    .argument('<files...>')
    .option('--key <file>', 'keys that you trust: PEM, or the output of errand case keys --json')
    .action(async (files: string[], { key }: { key?: string }, command: Command) => {
      const { verifyCase } = await import('@errand/proofs/verify-case.ts');
      const trusted = key === undefined ? undefined : await readTrustedKeys(key);
      const reports = [];
      for (const file of files) {
        const bytes = await readFile(file).catch((error: Error) => {
          throw new UsageError(`${file} cannot be read: ${error.message}.`);
        });
        reports.push({ file, ...verifyCase(bytes, trusted) });
      }
      if (reports.some(({ ok }) => !ok)) process.exitCode = userExitCodes.failed;
      print(command, {
        json: { ok: reports.every(({ ok }) => ok), files: reports.map(summarize) },
        text: reports.map(describe).join('\n'),
      });
    });
}

type FileReport = CaseReport & { file: string };

const summarize = ({ file, ok, trusted, problems, manifest }: FileReport) => ({
  file,
  ok,
  key_trusted: trusted,
  key_id: manifest?.key.key_id ?? null,
  job_id: manifest?.job_id ?? null,
  created_at: manifest?.created_at ?? null,
  problems,
});

function describe({ file, ok, trusted, problems, manifest }: FileReport): string {
  if (!ok) return [`${mark(false)} ${file}`, ...problems.map((problem) => `  ${problem}`)].join('\n');
  const whose = trusted ? 'one of the keys given' : 'not compared with a key that you trust (--key)';
  return done(`${file} is what was signed.`, {
    job: manifest!.job_id,
    files: String(manifest!.files.length),
    made: manifest!.created_at,
    key: `${manifest!.key.key_id}, ${whose}`,
  });
}
