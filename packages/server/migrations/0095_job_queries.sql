-- Reads a value out of text that may be JSON, for job queries by paths such as output.total. Anything else is null: one
-- odd value among a million must not fail a search. Longer texts are not worth their parsing.
create function errand_json_at(value text, path text[]) returns text language plpgsql immutable strict as $$
begin
  if length(value) > 1000000 or ltrim(value) !~ '^[\[{]' then
    return null;
  end if;
  return value::json #>> path;
exception when others then
  return null;
end $$;

-- Lists of jobs that were given a name. At most 200 for each user (jobs/read/views-store.ts), so nothing removes them.
create table job_views (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  -- Who saved it: a user, or a key without one.
  user_id integer references users on delete cascade,
  key_id uuid,
  name text not null check (length(name) between 1 and 60),
  search json not null,
  shared boolean not null,
  created_at timestamptz not null
);
create index job_views_org on job_views (org_id, name);
alter table job_views enable row level security;
create policy tenant on job_views to errand_tenant using (org_id = (select errand_org()));
grant select, insert, update, delete on job_views to errand_tenant;
