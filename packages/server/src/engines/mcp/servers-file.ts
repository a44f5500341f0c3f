import { ConfigError, checks, readConfigFile, readMembers } from '#platform/configuration.ts';

// Reads the file that ERRAND_MCP_FILE names, in the format that many MCP clients share.

const NAME = 'ERRAND_MCP_FILE';

/** A server at a URL, or a program that is started and talks over stdio. */
export type McpServer = { name: string } & (
  | { url: string; headers: Record<string, string> }
  | { command: string; args: string[]; env: Record<string, string> }
);

const members = {
  type: checks.text,
  url: checks.url,
  headers: checks.texts,
  command: checks.text,
  args: checks.textList,
  env: checks.texts,
};

export function readMcpServers(env: NodeJS.ProcessEnv): McpServer[] {
  const content = readConfigFile(env, NAME);
  if (content === undefined) return [];
  const { mcpServers = {} } = readMembers(content, NAME, { mcpServers: checks.object });
  return Object.entries(mcpServers).map(([name, value]) => {
    const where = `${NAME}: the server '${name}'`;
    if (!/^[A-Za-z0-9_-]{1,30}$/.test(name)) {
      throw new ConfigError(`${where}: its name must be 1 to 30 letters, digits, - and _.`);
    }
    const { url, command, args = [], ...given } = readMembers(value, where, members);
    const filled = (values: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fill(text, env)]));
    if (url !== undefined && command === undefined) return { name, url, headers: filled(given.headers) };
    if (command !== undefined && url === undefined) return { name, command, args, env: filled(given.env) };
    throw new ConfigError(`${where}: either url or command is required.`);
  });
}

/** `${NAME}` stands for an environment variable, so that the file need not contain secrets. */
function fill(value: string, env: NodeJS.ProcessEnv): string {
  return value.replace(/\$\{([A-Z_][A-Z0-9_]*)\}/gi, (_match, name: string) => {
    const found = env[name];
    if (found === undefined) throw new ConfigError(`${NAME} uses ${name}, which is not set.`);
    return found;
  });
}
