-- A hold counts for what a case was merged into, at any distance: its alerts and jobs are there. A view reads with the
-- rights of its owner, so it says itself whose rows a tenant sees (see 0186).

create view held_cases as
  with recursive held as (
    select h.case_id, h.case_id as held_case_id, h.org_id, h.reason, h.placed_by, h.placed_at from case_holds h
    where (select errand_org()) is null or h.org_id = (select errand_org())
    union all
    select c.merged_into, h.held_case_id, h.org_id, h.reason, h.placed_by, h.placed_at
    from held h join cases c on c.id = h.case_id where c.merged_into is not null)
  select case_id, held_case_id, org_id, reason, placed_by, placed_at from held;
grant select on held_cases to errand_tenant;

create or replace view held_jobs as
  select h.job_id, h.org_id, h.reason, h.placed_by, h.placed_at from job_holds h
  where (select errand_org()) is null or h.org_id = (select errand_org())
  union all
  select j.job_id, j.org_id, h.reason, h.placed_by, h.placed_at from case_jobs j join held_cases h on h.case_id = j.case_id
  where (select errand_org()) is null or j.org_id = (select errand_org());

-- A case is restricted with what was merged into it.

with recursive family as (
  select id, restricted_to from cases where merged_into is null and restricted_to is not null
  union all
  select c.id, f.restricted_to from cases c join family f on c.merged_into = f.id)
update cases c set restricted_to = f.restricted_to from family f
where c.id = f.id and c.restricted_to is distinct from f.restricted_to;
