import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Tag, TagCreateBody, TagUpdateBody } from '../tags.ts';

const tag = 'Tags';

export const tags = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/tags/',
    tag,
    summary: 'List tags',
    description: 'The tags of the organization by name, with the number of agents that carry each.',
    responses: { 200: Type.Array(Tag) },
  },
  create: {
    method: 'POST',
    path: '/v1/agents/tags/',
    tag,
    summary: 'Create a tag',
    description: 'Names of tags are unique in the organization, whatever their case.',
    body: TagCreateBody,
    responses: { 201: Tag },
    errors: ['conflict'],
  },
  update: {
    method: 'PATCH',
    path: '/v1/agents/tags/:tag_id/',
    tag,
    summary: 'Update a tag',
    description: 'Changes name or color wherever the tag is used. Members that are left out do not change.',
    body: TagUpdateBody,
    responses: { 200: Tag },
    errors: ['conflict'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/agents/tags/:tag_id/',
    tag,
    summary: 'Delete a tag',
    description: 'Agents that carry it lose it.',
    responses: { 204: null },
  },
});
