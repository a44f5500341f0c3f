/** An SQL expression over a row of `api_keys`: what the key may do by now; null: nothing any more. */
export const roleOfKey = (key: string): string => `
  case when not ${key}.personal then ${key}.role
    else (select (array['viewer', 'member', 'admin'])[least(
        array_position(array['viewer', 'member', 'admin'], ${key}.role),
        array_position(array['viewer', 'member', 'admin', 'owner'], m.role))]
      from memberships m
      where m.org_id = ${key}.org_id and m.user_id = ${key}.user_id and m.removed_at is null) end`;

/**
 * An SQL expression: the role that somebody has by now; null: none any more. A key counts by itself, a person by the
 * membership. Arguments are expressions too.
 */
export const currentRole = ({ org, user, key }: { org: string; user: string; key: string }): string => `
  case when ${key} is null
    then (select m.role from memberships m
      where m.org_id = ${org} and m.user_id = ${user} and m.removed_at is null)
    else (select ${roleOfKey('k')} from api_keys k where k.id = ${key} and k.org_id = ${org} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())) end`;
