import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { AllJobsQuery, JobFacetsQuery, JobListQuery } from './job-lists.ts';

test('statuses are codes from 0 to 6, one or several', () => {
  const accepted = ['3', '0,1, 2', ' 6 '];
  const refused = ['7', '-1', '3,', 'success', '', '33'];
  for (const status_code of accepted) assert.ok(Check(JobListQuery, { status_code }), status_code);
  for (const status_code of refused) assert.ok(!Check(JobListQuery, { status_code }), status_code);
});

test('the list across agents has every filter of the list of one agent, and facets count by the same filters', () => {
  const ofOne = Object.keys(JobListQuery.properties).filter((name) => !['page', 'limit', 'ordering'].includes(name));
  const ofAll = Object.keys(AllJobsQuery.properties);
  assert.deepEqual(
    ofOne.filter((name) => !ofAll.includes(name)),
    [],
  );
  const paging = ['cursor', 'after', 'ids', 'columns', 'page_size'];
  assert.deepEqual(
    Object.keys(JobFacetsQuery.properties),
    ofAll.filter((name) => !paging.includes(name)),
  );
});
