/** Makes a valid table name from a file name. */
export function nameFromFile(fileName: string): string {
  const bare = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[A-Za-z_]/.test(bare) ? bare : `table_${bare}`).slice(0, 128);
}

const isTableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);

/** Returns why a new table cannot have this name. */
export function readNameProblem(name: string, taken: string[]): string | undefined {
  if (name === '') return 'Give the table a name.';
  if (!isTableName(name))
    return 'Must begin with a letter or underscore, and contain only letters, digits and underscores.';
  if (/^(query|upload)$/i.test(name)) return 'This name is reserved.';
  return taken.some((one) => one.toLowerCase() === name.toLowerCase())
    ? 'A table with this name already exists.'
    : undefined;
}
