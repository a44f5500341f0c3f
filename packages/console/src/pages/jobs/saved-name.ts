const kinds: [RegExp, string][] = [
  [/\.html?$/i, 'Saved page'],
  [/\.(png|jpe?g|webp)$/i, 'Screenshot'],
  [/\.(md|markdown)$/i, 'Saved text'],
];

/** Names saved content whose file name is an id. Several of a kind are numbered. Others keep their name. */
export function savedName(id: string, all: readonly string[]): string {
  const kind = kinds.find(([pattern]) => pattern.test(id));
  const file = id.split('/').at(-1) ?? id;
  // Given names are better.
  if (kind === undefined || !/^[0-9a-f]{8}-[0-9a-f-]{27}\./i.test(file)) return file;
  const alike = all.filter((one) => kind[0].test(one));
  return alike.length === 1 ? kind[1] : `${kind[1]} ${alike.indexOf(id) + 1}`;
}
