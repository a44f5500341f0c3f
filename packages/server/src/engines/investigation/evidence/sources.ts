import { isJsonObject } from '#platform/json.ts';
import { EngineFailure } from '../../engine/engine.ts';

// Sources that an investigation may use besides its inputs. Only those in the agent's configuration are allowed, so
// that an instruction inside a document cannot lead the model anywhere else.

export type Sources = {
  /** Hosts, with their port unless it is the default port. */
  hosts: string[];
  /** Names of configured tools. */
  tools: string[];
  /** Tables that may be queried. Undefined: all tables of the organization. */
  tables: string[] | undefined;
};

/**
 * Reads `https://host/…` or `host`, `tool:name`, `tables` and `table:name`, as text or as an object with `type` and
 * `url` or `name`.
 */
export function readSources(given: unknown[]): Sources {
  const sources: Sources = { hosts: [], tools: [], tables: [] };
  for (const entry of given) {
    const text = (isJsonObject(entry) ? describe(entry) : String(entry)).trim();
    const host = hostOf(text);
    if (text === '') continue;
    if (/^(tables?|sql|database)$/i.test(text)) sources.tables = undefined;
    else if (/^table:./i.test(text)) sources.tables?.push(text.slice(6).trim());
    else if (/^(tool|mcp):./i.test(text)) sources.tools.push(text.slice(text.indexOf(':') + 1).trim());
    else if (host !== undefined) sources.hosts.push(host);
    else
      throw new EngineFailure(
        `context_sources: '${text.slice(0, 80)}' must be a URL or host, tool:<name>, tables or table:<name>.`,
        { code: 'errand.config.invalid' },
      );
  }
  return sources;
}

/** Returns problems of stored sources when an agent is created. The job checks entries with placeholders. */
export function findSourceProblems(config: Record<string, unknown>): string[] {
  const { context_sources: given } = config;
  if (!Array.isArray(given)) return [];
  try {
    readSources(given.filter((entry) => !JSON.stringify(entry).includes('$')));
    return [];
  } catch (error) {
    if (error instanceof EngineFailure) return [error.message];
    throw error;
  }
}

function describe(entry: Record<string, unknown>): string {
  const { type, url, host, name } = entry;
  if (typeof url === 'string') return url;
  if (typeof host === 'string') return host;
  if (type === 'tool' || type === 'mcp') return `tool:${String(name ?? '')}`;
  if (type === 'table') return `table:${String(name ?? '')}`;
  return String(type ?? name ?? '');
}

export function hostOf(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) return undefined;
  const { host, hostname } = new URL(url);
  // A word without a dot is more likely a misspelt source than a host.
  return /^https?:\/\//i.test(text) || /[.:]/.test(hostname) || hostname === 'localhost' ? host : undefined;
}
