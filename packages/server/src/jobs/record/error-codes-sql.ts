/**
 * `codes`: the codes of an organization's failures ($1), from one to the next by the index. However many jobs have failed,
 * there are few; the last row is null.
 */
export const ERROR_CODES = `recursive codes as (
    (select error_code from job_results where org_id = $1::uuid and error_code is not null order by error_code limit 1)
    union all
    select (select r.error_code from job_results r where r.org_id = $1::uuid and r.error_code > codes.error_code
      order by r.error_code limit 1)
    from codes where codes.error_code is not null
  )`;
