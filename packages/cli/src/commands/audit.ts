import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AUDIT_FORMAT } from '@errand/proofs/verify-audit-file.ts';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { readTrustedKeys } from '../client/trusted-keys.ts';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import { writeNewFile } from '../terminal/new-file.ts';
import { print } from '../terminal/operate.ts';
import { done, mark, readTime } from '../terminal/text.ts';

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('export and verify the audit log');

  audit
    .command('export')
    .description('export the audit log as JSON lines with a signed head, for errand audit verify')
    .argument('<file>', 'a new file')
    .option('--from <time>', 'first time, such as 2026-01-01 (default: the beginning)')
    .option('--to <time>', 'last time (default: the end, which is signed)')
    .action((file: string, options: { from?: string; to?: string }, command: Command) =>
      call(command, async ({ errand, signal }) => {
        const { id } = (await errand.organizations.list()).results[0]!;
        const { created_at: _, ...keys } = await errand.signing.key(id);
        const head = await errand.signing.auditHead(id);
        const from = options.from === undefined ? null : readTime(options.from);
        const to = options.to === undefined ? null : readTime(options.to);
        const query = { page_size: 100, ...(from && { created_from: from }), ...(to && { created_to: to }) };
        // Pages are newest first, and new entries shift them while we read. So each entry counts once, and only up to
        // the head.
        const entries = new Map<number, object>();
        for await (const entry of errand.organizations.audit.all(id, query)) {
          signal.throwIfAborted();
          if (entry.seq !== null && entry.seq <= head.seq) entries.set(entry.seq, entry);
        }
        const known = [keys, ...keys.previous].map(({ key_id, public_key }) => ({ key_id, public_key }));
        const told = { format: AUDIT_FORMAT, organization_id: id, from, to, head, keys: known };
        const lines = [told, ...[...entries].sort(([one], [other]) => one - other).map(([, entry]) => entry)];
        await writeNewFile(file, (target) =>
          pipeline(
            lines.map((line) => `${JSON.stringify(line)}\n`),
            target,
          ),
        );
        const text = done(`${file} has ${countEntries(entries.size)}.`, {
          head: `${head.seq} ${head.hash}`,
          ...(head.unchained > 0 && { later: `${head.unchained} not in the chain yet` }),
        });
        return { json: { file, entries: entries.size, head: head.seq, unchained: head.unchained }, text };
      }),
    );

  audit
    .command('verify')
    .description('check an exported audit log offline; exit code 1 if entries were changed or are missing')
    .argument('<file>')
    .option('--key <file>', 'keys that you trust: a PEM file or the output of errand case keys --json')
    .action(async (file: string, { key }: { key?: string }, command: Command) => {
      const { verifyAuditFile } = await import('@errand/proofs/verify-audit-file.ts');
      const trusted = key === undefined ? undefined : await readTrustedKeys(key);
      const content = await readFile(file, 'utf8').catch((error: Error) => {
        throw new UsageError(`${file} cannot be read: ${error.message}.`);
      });
      const report = verifyAuditFile(content, trusted);
      if (!report.ok) process.exitCode = userExitCodes.failed;
      const { ok, entries, signed, problems } = report;
      const facts = {
        end: signed ? 'the last entry is the signed entry' : 'not signed: it ends before the head (--to)',
        key: trusted ? 'one of the keys given' : 'not compared with a key that you trust (--key)',
      };
      const text = ok
        ? done(`${file}: ${countEntries(entries)}, none changed or missing.`, facts)
        : [`${mark(false)} ${file}`, ...problems.map((problem) => `  ${problem}`)].join('\n');
      print(command, { json: { file, ...report, key_trusted: trusted !== undefined && ok }, text });
    });
}

const countEntries = (entries: number): string =>
  `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`;
