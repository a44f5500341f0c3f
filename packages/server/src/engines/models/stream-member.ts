// Finds one member of a JSON object, and the objects of a list, in text that is still being written. The text is as
// JSON.stringify writes it (stream-words.ts).

export type Words = (text: string) => void;

/** Passes on the value of a member of the object, and nothing else. */
export function memberWords(member: string, emit: Words): Words {
  const place = createPlace();
  const wanted = JSON.stringify(member);
  let name = '';
  let isInside = false;
  return (text) => {
    let out = '';
    for (const char of text) {
      const { depth, isMark } = place(char);
      if (!isMark || depth > 1) {
        if (isInside) out += char;
        else if (depth === 1) name += char;
        continue;
      }
      isInside = char === ':' && name === wanted;
      name = '';
    }
    if (out !== '') emit(out);
  };
}

/** Reads a list of objects, and hands out each one that is complete. */
export function takeItems(take: (item: unknown) => void): Words {
  const place = createPlace();
  let item = '';
  return (text) => {
    for (const char of text) {
      const { depth, isMark } = place(char);
      if (depth < 2) continue;
      item += char;
      if (depth > 2 || !isMark || char !== '}') continue;
      const whole = readJson(item);
      item = '';
      if (whole !== undefined) take(whole);
    }
  };
}

/** Says of each character how deep it is, with its brackets, and whether it is a mark rather than part of a value. */
function createPlace() {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  return (char: string): { depth: number; isMark: boolean } => {
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isString = false;
      return { depth, isMark: false };
    }
    if (char === '"') isString = true;
    if (char === '{' || char === '[') depth += 1;
    const at = depth;
    if (char === '}' || char === ']') depth -= 1;
    return { depth: at, isMark: '{}[]:,'.includes(char) };
  };
}

/** Models write things that are no JSON. Their answer is refused as a whole later. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
