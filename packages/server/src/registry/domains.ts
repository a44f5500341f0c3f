import { domain as agents } from '#agents/domain.ts';
import { domain as budgets } from '#budgets/domain.ts';
import { domain as bulk } from '#bulk/domain.ts';
import { domain as caseDesk } from '#case-desk/domain.ts';
import { domain as deliveries } from '#connections/deliveries/domain.ts';
import { domain as connections } from '#connections/domain.ts';
import { domain as credits } from '#credits/domain.ts';
import { domain as demo } from '#demo/domain.ts';
import { domain as engines } from '#engines/domain.ts';
import { domain as evaluations } from '#evaluations/domain.ts';
import { domain as files } from '#files/domain.ts';
import { domain as jobs } from '#jobs/domain.ts';
import { domain as knowledge } from '#knowledge/domain.ts';
import { domain as oauth } from '#oauth/domain.ts';
import { domain as orgs } from '#orgs/domain.ts';
import type { Domain } from '#platform/domain.ts';
import { domain as playbooks } from '#playbooks/domain.ts';
import { domain as policies } from '#policies/domain.ts';
import { domain as rehearsals } from '#rehearsals/domain.ts';
import { domain as rescreening } from '#rescreening/domain.ts';
import { domain as schedules } from '#schedules/domain.ts';
import { domain as scim } from '#scim/domain.ts';
import { domain as screening } from '#screening/domain.ts';
import { domain as secrets } from '#secrets/domain.ts';
import { domain as signing } from '#signing/domain.ts';
import { domain as skills } from '#skills/domain.ts';
import { domain as sso } from '#sso/domain.ts';
import { domain as transactions } from '#transactions/domain.ts';
import { domain as triggers } from '#triggers/domain.ts';
import { domain as webhooks } from '#webhooks/domain.ts';
import { domain as workspace } from '#workspace/domain.ts';

/** Tables that no domain owns. */
const platform: Domain = {
  name: 'platform',
  tables: {
    schema_migrations: { notExported: "the schema's own record" },
    schema_expansions: { notExported: "the schema's own record" },
    installation: {},
    write_probes: {},
  },
};

/** Every domain with tables, in the order of the layers. Whatever must know all of them walks this list. */
export const domains: readonly Domain[] = [
  demo,
  bulk,
  budgets,
  transactions,
  rescreening,
  caseDesk,
  schedules,
  evaluations,
  rehearsals,
  jobs,
  triggers,
  webhooks,
  workspace,
  engines,
  agents,
  deliveries,
  connections,
  knowledge,
  skills,
  screening,
  files,
  playbooks,
  policies,
  credits,
  signing,
  sso,
  oauth,
  scim,
  secrets,
  orgs,
  platform,
];

export const erasers = domains.flatMap(({ erase }) => erase ?? []);

export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns ?? []);

export const connectionUses = domains.flatMap((domain) => domain.connectionUses ?? []);

export const leasedRows = domains.flatMap((domain) => domain.leased ?? []);
