-- The newest jobs of an organization over all agents. Ids rise, so an insert goes to the end of its
-- organization's part of the index.
create index jobs_org on jobs (org_id, id desc);
