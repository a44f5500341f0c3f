/**
 * The common table expression `codes`: the error codes of an organization ($1). It jumps from one code to the next in
 * the index, so it is fast however many jobs have failed. The last row is null.
 */
export const ERROR_CODES = `recursive codes as (
    (select error_code from job_results where org_id = $1::uuid and error_code is not null order by error_code limit 1)
    union all
    select (select r.error_code from job_results r where r.org_id = $1::uuid and r.error_code > codes.error_code
      order by r.error_code limit 1)
    from codes where codes.error_code is not null
  )`;
