import { Type } from 'typebox';
import { Content } from '../content.ts';
import { defineOperations } from '../operation.ts';
import {
  EventBody,
  EventSendHeaders,
  EventTaken,
  Wait,
  WaitAnswerBody,
  WaitLink,
  WaitLinkBody,
  WaitListQuery,
  WaitPage,
} from '../waits.ts';

export const waits = defineOperations('Waits', {
  list: {
    at: 'GET /v1/waits/',
    summary: 'List waits',
    description: 'Lists what jobs wait or waited for: approvals, questions, events and timers. Newest first.',
    query: WaitListQuery,
    responses: { 200: WaitPage },
  },
  get: {
    at: 'GET /v1/waits/:wait_id/',
    summary: 'One wait',
    description: 'Returns the question, who may answer, the due time, and the answer if there is one.',
    responses: { 200: Wait },
  },
  answer: {
    at: 'POST /v1/waits/:wait_id/answer/',
    role: 'analyst',
    content: 'text',
    summary: 'Answer a wait',
    description:
      'Stores the answer and continues the job, if the caller has the role that the wait asks for (by default member). Only the first answer counts. A later answer is refused with 409.',
    body: WaitAnswerBody,
    responses: { 200: Wait },
    errors: ['invalid_fields', 'conflict'],
  },
  link: {
    at: 'POST /v1/waits/:wait_id/link/',
    role: 'analyst',
    summary: 'Create a one-time link',
    description: 'Anyone who opens the address sees the wait and can answer it once without signing in.',
    body: WaitLinkBody,
    responses: { 201: WaitLink },
    errors: ['conflict'],
  },
  page: {
    at: 'GET /v1/wait-links/:token/',
    summary: 'Page of a one-time link',
    description: 'Shows the wait as a small page with a form. Opening the page does not use up the link.',
    scope: 'none',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>') },
    errors: ['not_found', 'link_gone'],
  },
  answerByLink: {
    at: 'POST /v1/wait-links/:token/',
    summary: 'Answer with a one-time link',
    description: 'Accepts the same body as `answer/`, as JSON or as the form of the page. Works once.',
    scope: 'none',
    accepts: ['json', 'form'],
    body: WaitAnswerBody,
    responses: { 200: Type.Object({ answered: Type.Boolean() }) },
    errors: ['invalid_fields', 'not_found', 'link_gone'],
  },
  sendEvent: {
    at: 'POST /v1/agents/jobs/:job_id/events/:name/',
    content: 'rows',
    summary: 'Send an event to a job',
    description:
      'Answers the oldest open wait for an event with this name. If there is none, the event is stored for a later wait. At most 100 events are stored.',
    headers: EventSendHeaders,
    body: EventBody,
    responses: { 202: EventTaken },
    errors: ['invalid_fields', 'conflict'],
  },
});
