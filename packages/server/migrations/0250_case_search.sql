-- Search in the lists of cases and alerts, and documents of cases.

-- The words of a case's subject: of its names and identifiers. Compared by the beginning, which needs no function that
-- row-level security would keep from an index.
create table case_words (
  case_id uuid not null references cases on delete cascade,
  word text collate "C" not null,
  org_id uuid not null references organizations on delete cascade,
  primary key (case_id, word)
);
create index case_words_word on case_words (org_id, word, case_id);

insert into case_words (case_id, word, org_id)
select distinct c.id, left(w.word, 100), c.org_id
from cases c
cross join lateral (
  select c.subject ->> 'name' as text
  union all select value from jsonb_array_elements_text(coalesce(c.subject -> 'aliases', '[]'))
  union all select value from jsonb_each_text(coalesce(c.subject -> 'identifiers', '{}'))
  union all select regexp_replace(value, '[^[:alnum:]]', '', 'g') from jsonb_each_text(coalesce(c.subject -> 'identifiers', '{}'))
) t
cross join lateral regexp_split_to_table(lower(t.text), '[^[:alnum:]]+') as w (word)
where w.word <> ''
on conflict do nothing;

create table case_documents (
  id uuid primary key,
  org_id uuid not null references organizations on delete cascade,
  case_id uuid not null references cases on delete cascade,
  name text not null,
  content_type text not null,
  storage_key text not null,
  sha256 text not null,
  size bigint not null,
  description text not null default '',
  added_by jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index case_documents_case on case_documents (case_id, id);
create index case_documents_storage_key on case_documents (storage_key);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['case_words', 'case_documents'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy tenant on %I to errand_tenant using (org_id = (select errand_org()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to errand_tenant', tenant_table);
  end loop;
end $$;
