import type { Finding, HealthReport } from '@errand/sdk';

/** Writes the report as text, to paste into a message. */
export function writeReport(report: HealthReport): string {
  const line = ({ name, ok, detail, fix }: Finding) =>
    `${ok ? 'ok   ' : 'FAULT'} ${name}: ${detail}${fix ? ` -> ${fix}` : ''}`;
  return [
    `errand ${report.version}, ${report.checked_at}`,
    ...report.organization.map(line),
    ...(report.installation ?? []).map(line),
  ].join('\n');
}
