import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { Tag, TagCreateBody, TagUpdateBody } from '../tags.ts';

export const tags = defineOperations('Tags', {
  list: {
    at: 'GET /v1/agents/tags/',
    summary: 'List tags',
    description: 'Lists the tags of the organization by name, with the number of agents for each.',
    responses: { 200: Type.Array(Tag) },
  },
  create: {
    at: 'POST /v1/agents/tags/',
    summary: 'Create a tag',
    description: 'Tag names are unique in the organization, regardless of case.',
    body: TagCreateBody,
    responses: { 201: Tag },
    errors: ['conflict'],
  },
  update: {
    at: 'PATCH /v1/agents/tags/:tag_id/',
    summary: 'Update a tag',
    description: 'Changes the name or color everywhere the tag is used. Omitted fields stay unchanged.',
    body: TagUpdateBody,
    responses: { 200: Tag },
    errors: ['conflict'],
  },
  delete: {
    at: 'DELETE /v1/agents/tags/:tag_id/',
    summary: 'Delete a tag',
    description: 'Removes the tag from all agents.',
    responses: { 204: null },
  },
});
