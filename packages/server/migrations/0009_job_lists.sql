-- The newest jobs of an organization, whatever their agents. Ids grow, so an insert goes to the end of its
-- organization's part of the index.
create index jobs_org on jobs (org_id, id desc);
