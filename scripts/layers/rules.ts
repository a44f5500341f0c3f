// The layers and what each may import. ARCHITECTURE.md has a diagram.
import type { Import, Module } from './modules.ts';

export type Violation = { path: string; line?: number; message: string };

/** A domain imports only domains to its right. */
const domains = [
  'demo',
  'doors',
  'bulk',
  'budgets',
  'playbooks',
  'transactions',
  'rescreening',
  'case-desk',
  'cases',
  'schedules',
  'evaluations',
  'rehearsals',
  'batch-runs',
  'jobs',
  'triggers',
  'webhooks',
  'workspace',
  'engines',
  'agents',
  'connections',
  'knowledge',
  'skills',
  'screening',
  'files',
  'policies',
  'credits',
  'signing',
  'sso',
  'oauth',
  'scim',
  'secrets',
  'versions',
  'orgs',
  'docs',
];
/** From top to bottom. Files directly in `src` and the operator commands compose the rest. */
const serverLayers = ['composition', ...domains, 'http', 'platform'];
const compositionFolders = ['operator', 'config', 'registry'];

/** Package → our packages that it may import. */
const packages: Record<string, string[]> = {
  contract: [],
  'json-schema': [],
  baseline: ['json-schema'],
  documents: [],
  proofs: [],
  server: ['contract', 'json-schema', 'baseline', 'documents', 'proofs', 'sdk'],
  sdk: [],
  cli: ['server', 'sdk', 'proofs'],
  console: ['sdk'],
};

type Place = { package: string; layer: string };

function placeOf(path: string): Place {
  const [, name = '', , folder = '', inFolder] = path.split('/');
  const isComposition = inFolder === undefined || compositionFolders.includes(folder);
  return { package: name, layer: name !== 'server' ? name : isComposition ? 'composition' : folder };
}

export function checkModule(module: Module, modules: Map<string, Module>): Violation[] {
  const from = placeOf(module.path);
  const violations: Violation[] = [];
  if (!(from.package in packages)) violations.push({ path: module.path, message: `unknown package ${from.package}` });
  else if (from.package === 'server' && !serverLayers.includes(from.layer)) {
    violations.push({ path: module.path, message: `src/${from.layer} is not a layer. See scripts/layers/rules.ts.` });
  }
  for (const one of module.imports) {
    const message = checkImport(module, from, one, modules);
    if (message !== undefined) violations.push({ path: module.path, line: one.line, message });
  }
  return violations;
}

function checkImport(module: Module, from: Place, one: Import, modules: Map<string, Module>): string | undefined {
  if (one.target === undefined) return undefined;
  const to = placeOf(one.target);
  const wrong = from.package === to.package ? checkLayers(from, to) : checkPackages(from, to);
  if (wrong !== undefined) return `${wrong} (${one.specifier})`;
  const target = modules.get(one.target);
  // Files with other extensions (style sheets, JSON) have no imports that could break a rule.
  if (target === undefined) return /\.tsx?$/.test(one.target) ? `${one.specifier} is not a source file` : undefined;
  const isRelative = one.specifier.startsWith('.');
  if (isRelative && from.layer !== to.layer) return `${one.specifier} crosses a layer: use #${to.layer}/…`;
  if (!isRelative && from.layer === to.layer) return `${one.specifier} is in the same layer: use a relative import`;
  return one.typeOnly ? undefined : checkHttp(module, from, target, to);
}

function checkPackages(from: Place, to: Place): string | undefined {
  if (!packages[from.package]?.includes(to.package)) return `${from.package} must not import ${to.package}`;
  if (to.package === 'server' && to.layer !== 'composition') {
    return `${from.package} may import only files directly in server/src and its operator commands`;
  }
  return undefined;
}

function checkLayers(from: Place, to: Place): string | undefined {
  if (from.package !== 'server') return undefined;
  const isDown = serverLayers.indexOf(to.layer) >= serverLayers.indexOf(from.layer);
  return isDown ? undefined : `${from.layer} must not import ${to.layer}, which is above it`;
}

/**
 * HTTP stays at the edge of a domain: only files that handle requests (routes, and files that use Fastify's request or
 * reply) may use the HTTP kit, and only such files or the composition may import them. Types may be used anywhere.
 */
function checkHttp(module: Module, from: Place, target: Module, to: Place): string | undefined {
  if (!domains.includes(from.layer) || facesHttp(module)) return undefined;
  if (to.layer === 'http') return `${target.path} is HTTP: only routes and what takes a request may import it`;
  if (domains.includes(to.layer) && facesHttp(target)) {
    return `${target.path} handles requests: only routes and what takes a request may import it`;
  }
  return undefined;
}

function facesHttp({ path, imports }: Module): boolean {
  return /(\/|-)routes\.ts$/.test(path) || imports.some(({ specifier }) => specifier === 'fastify');
}
