import { kebab } from './table.ts';

// Where an operation stands among the commands: `agents.list` is `errand agents list`, unless a person would look for
// it elsewhere.

const groups: Record<string, string> = {
  caseDesk: 'cases',
  cases: 'case',
  evaluationRuns: 'evaluations',
  // `errand mcp` is the bridge for programs that start a server.
  mcp: 'mcp-api',
};

const commands: Record<string, string> = {
  'alerts.list': 'budgets alerts',
  'cases.explanation': 'case explain',
  'cases.releaseHold': 'case release',
  'evaluationSets.addCases': 'evaluations add-cases',
  'evaluationSets.create': 'evaluations create',
  'evaluationSets.list': 'evaluations list',
  'evaluationSets.run': 'evaluations run',
  'gates.ofAgent': 'agents gate',
  'gates.ofPolicy': 'policies gate',
  'knowledge.importLens': 'knowledge import',
  'policyVersions.list': 'policies versions',
  'postActions.list': 'jobs actions',
  'postActions.resend': 'jobs resend',
  'signing.key': 'case keys',
  'skills.listVersions': 'skills versions',
  'triggers.rotateAddress': 'triggers rotate',
  'versions.list': 'agents versions',
};

export function commandOf(id: string): string {
  const [resource = '', name = ''] = id.split('.');
  return commands[id] ?? `${groups[resource] ?? kebab(resource)} ${kebab(name)}`;
}
