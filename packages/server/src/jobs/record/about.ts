// One line that says what a job is about, so that a list of tasks shows content rather than ids.

const READ_CHARACTERS = 2_000;
const LINE_CHARACTERS = 160;
const VALUES_SHOWN = 3;

/** The first input of a job that is not empty. For a file, its name. `job` is the id of the job, in SQL. */
export const aboutOf = (job: string, org: string): string => `(select coalesce(
    (select f.name from files f where f.org_id = ${org} and left(i->>'value', 5) = 'file_'
       and replace(f.id::text, '-', '') = replace(substr(split_part(i->>'value', ',', 1), 6), '-', '')),
    left(i->>'value', ${READ_CHARACTERS}))
  from jobs aj cross join lateral json_array_elements(aj.inputs) with ordinality as given (i, place)
  where aj.id = ${job} and aj.org_id = ${org} and i->>'value' <> '' order by place limit 1)`;

/** The beginning of the first output in the result `r`. */
export const RESULT_TEXT = `left(r.outputs->0->>'value', ${READ_CHARACTERS})`;

/** The least confidence of a value in the result `r`. */
export const LEAST_CONFIDENCE = `(select min((field->>'confidence')::float8)
  from json_array_elements(case when json_typeof(r.trust->'fields') = 'array' then r.trust->'fields' end) field)`;

const MEMBER = /"((?:[^"\\]|\\.)+)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false)(?=\s*[,}\]])/g;

/** Makes one line of a text: of JSON its `summary`, or its first plain values, otherwise the first line that is not empty. */
export function toLine(text: string | null): string {
  const trimmed = text?.trim() ?? '';
  if (/^[{[]/.test(trimmed)) {
    // A long text is cut, so that it cannot be parsed.
    const members = [...trimmed.matchAll(MEMBER)].filter(([, , value]) => value !== '""');
    const summary = members.find(([, name]) => name === 'summary');
    if (summary !== undefined) return cut(plain(summary[2]!));
    if (members.length > 0)
      return cut(
        members
          .slice(0, VALUES_SHOWN)
          .map(([, name, value]) => `${name}: ${plain(value!)}`)
          .join(', '),
      );
  }
  return cut(plain(trimmed).split('\n', 1)[0]!);
}

function plain(value: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

/** Cuts at whole characters, never within a surrogate pair. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LINE_CHARACTERS ? line : `${[...line].slice(0, LINE_CHARACTERS - 1).join('')}…`;
}
