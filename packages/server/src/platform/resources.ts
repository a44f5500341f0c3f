// The addresses that tokens can be for: the whole service, or one of its doors.

export const doors = ['/mcp', '/a2a', '/openai/v1'] as const;
export type Door = (typeof doors)[number];

/** Returns the path of a resource of this service: '' for all of it, undefined if it is none. */
export function resourcePath(base: string, resource: string): Door | '' | undefined {
  const bare = resource.replace(/\/$/, '');
  if (bare === base) return '';
  return doors.find((door) => bare === `${base}${door}`);
}

/** Returns the door that a request goes to. The card at the root describes A2A. */
export function doorOf(url: string): Door | undefined {
  const path = url.split('?', 1)[0]!;
  if (/^\/\.well-known\/agent-card\.json\/?$/.test(path)) return '/a2a';
  return doors.find((door) => path === door || path.startsWith(`${door}/`));
}
