import { known, listOrderings, readInteger, readOneOf, readText, readTexts } from '../../data/search.ts';

const agentOrderings = [...listOrderings, 'most_recent_job', '-most_recent_job', 'job_count', '-job_count'] as const;
export type AgentOrdering = (typeof agentOrderings)[number];
export const agentTabs = ['overview', 'versions', 'reviews', 'code', 'settings'] as const;

/** Search parameters of the list of agents. */
export const readAgentsSearch = (raw: Record<string, unknown>) =>
  known({
    search: readText(raw.search),
    engine: readTexts(raw.engine),
    tag: readTexts(raw.tag),
    ordering: readOneOf(raw.ordering, agentOrderings),
    page: readInteger(raw.page),
  });

/** Search parameters of one agent: its tab, and the versions to compare. */
export const readAgentSearch = (raw: Record<string, unknown>) =>
  known({ tab: readOneOf(raw.tab, agentTabs), from: readText(raw.from), to: readText(raw.to) });
