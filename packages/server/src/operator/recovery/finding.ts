/** One line of a restore check. It is a fault if it has a `fix`. */
export type Finding = {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
  count?: number;
  items?: { key: string; source: string }[];
};

type Found = { fix: string; count?: number; items?: { key: string; source: string }[] };

/** Creates a finding. With a count of 0, there is nothing to fix and the check passed. */
export function finding(name: string, detail: string, found?: Found): Finding {
  if (found === undefined || found.count === 0) return { name, ok: true, detail };
  const { fix, count, items } = found;
  return { name, ok: false, detail, fix, ...(count !== undefined && { count }), ...(items !== undefined && { items }) };
}

/** A backup cannot be taken or used. The message is one line that says what to do. */
export class RecoveryError extends Error {
  override name = 'RecoveryError';
}
