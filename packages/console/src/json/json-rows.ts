// Turns a JSON value into the lines of a tree in which only the open parts exist. So a value of 50 MB has few lines.
// Long lists open in groups, so that no click creates a hundred thousand lines at once.

export type JsonRow = {
  id: string;
  depth: number;
  /** Name of the member, index in the list, or range of a group. */
  label: string;
  /** Path to the value, as written in code. */
  path: string;
  value: unknown;
  kind: 'leaf' | 'object' | 'array' | 'group';
  size: number;
  isOpen: boolean;
};

export const GROUP_SIZE = 500;

export function listJsonRows(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  add('$', '', 0, '', root);
  return rows;

  function add(id: string, label: string, depth: number, path: string, value: unknown): void {
    const kind = kindOf(value);
    const size = kind === 'leaf' ? 0 : sizeOf(value);
    const isOpen = kind !== 'leaf' && open.has(id);
    rows.push({ id, label, depth, path, value, kind, size, isOpen });
    if (isOpen) addMembers(id, depth + 1, path, value, size);
  }

  function addMembers(id: string, depth: number, path: string, value: unknown, size: number): void {
    const keys = Array.isArray(value) ? undefined : Object.keys(value as object);
    const addRange = (from: number, to: number, at: number): void => {
      for (let index = from; index < to; index++) {
        const key = keys === undefined ? String(index) : keys[index]!;
        const member = (value as Record<string, unknown>)[key];
        add(`${id}/${escapeKey(key)}`, key, at, memberPath(path, key, keys === undefined), member);
      }
    };
    if (size <= GROUP_SIZE) {
      addRange(0, size, depth);
      return;
    }
    for (let from = 0; from < size; from += GROUP_SIZE) {
      const to = Math.min(size, from + GROUP_SIZE);
      const groupId = `${id}#${from}`;
      const isOpen = open.has(groupId);
      const label = keys === undefined ? `${from} … ${to - 1}` : `${keys[from]} … ${keys[to - 1]}`;
      rows.push({ id: groupId, depth, label, path, value: undefined, kind: 'group', size: to - from, isOpen });
      if (isOpen) addRange(from, to, depth + 1);
    }
  }
}

/** Opens everything down to a level, unless there are too many lines. */
export function openToDepth(root: unknown, depthMax: number, linesMax = 2_000): Set<string> {
  const open = new Set<string>();
  let lines = 1;
  let level: { id: string; value: unknown }[] = [{ id: '$', value: root }];
  for (let depth = 0; depth < depthMax && level.length > 0; depth++) {
    const next: typeof level = [];
    for (const { id, value } of level) {
      if (kindOf(value) === 'leaf') continue;
      const size = sizeOf(value);
      if (size > GROUP_SIZE || lines + size > linesMax) continue;
      open.add(id);
      lines += size;
      for (const [key, member] of Object.entries(value as object))
        next.push({ id: `${id}/${escapeKey(key)}`, value: member });
    }
    level = next;
  }
  return open;
}

export type JsonHit = { id: string; opens: string[] };

/** Finds the places whose name or value contains the text, within limits. Says whether it searched everything. */
export function findInJson(root: unknown, text: string, limits = { values: 500_000, hits: 1_000 }) {
  const wanted = text.toLowerCase();
  const hits: JsonHit[] = [];
  let seen = 0;
  const stack: { id: string; opens: string[]; key: string; value: unknown }[] = [
    { id: '$', opens: [], key: '', value: root },
  ];
  while (stack.length > 0 && seen < limits.values && hits.length < limits.hits) {
    const { id, opens, key, value } = stack.pop()!;
    seen += 1;
    const isLeaf = kindOf(value) === 'leaf';
    if (key.toLowerCase().includes(wanted) || (isLeaf && String(value).toLowerCase().includes(wanted)))
      hits.push({ id, opens });
    if (isLeaf) continue;
    const members = Object.entries(value as object);
    for (let index = members.length - 1; index >= 0; index--) {
      const [name, member] = members[index]!;
      const group = members.length > GROUP_SIZE ? [`${id}#${index - (index % GROUP_SIZE)}`] : [];
      stack.push({ id: `${id}/${escapeKey(name)}`, opens: [...opens, id, ...group], key: name, value: member });
    }
  }
  return { hits, sawAll: stack.length === 0 };
}

export function kindOf(value: unknown): 'leaf' | 'object' | 'array' {
  if (typeof value !== 'object' || value === null) return 'leaf';
  return Array.isArray(value) ? 'array' : 'object';
}

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : Object.keys(value as Record<string, unknown>).length;

const escapeKey = (key: string): string =>
  key.replace(/[~/#]/g, (mark) => ({ '~': '~0', '/': '~1', '#': '~2' })[mark]!);

function memberPath(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Parses JSON text. Long integers keep their digits. Returns undefined if it is not JSON. */
export function parseJsonText(text: string): { value: unknown } | undefined {
  try {
    // Reading the source text of every number is slow, so it is only done if there is a long one.
    return { value: /\d{16}/.test(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Writes a value as JSON text. */
export const writeJsonText = (value: unknown): string =>
  // JSON.stringify cannot write a bigint, so it is written as a marked string whose quotes are then removed.
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `@@big:${one}` : one), 2)?.replace(
    /"@@big:(-?\d+)"/g,
    '$1',
  ) ?? 'null';
