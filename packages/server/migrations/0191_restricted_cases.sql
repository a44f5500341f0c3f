-- The few cases that are restricted, for lists that leave them out.

create index cases_restricted on cases (org_id, id) where restricted_to is not null;
