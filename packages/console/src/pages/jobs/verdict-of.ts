/** Returns the verdict that an engine provides for lists. */
export function verdictOf(job: { ui_fields: unknown }): string | undefined {
  const verdict = (job.ui_fields as { verdict?: unknown } | null)?.verdict;
  return typeof verdict === 'string' ? verdict : undefined;
}
