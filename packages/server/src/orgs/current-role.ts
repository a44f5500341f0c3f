/**
 * An SQL expression: the role that somebody has by now; null: none any more. A key counts by itself, a person by the
 * membership. Arguments are expressions too.
 */
export const currentRole = ({ org, user, key }: { org: string; user: string; key: string }): string => `
  case when ${key} is null
    then (select m.role from memberships m where m.org_id = ${org} and m.user_id = ${user})
    else (select k.role from api_keys k where k.id = ${key} and k.org_id = ${org} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())) end`;
