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

const tag = 'Waits';

export const waits = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/waits/',
    tag,
    summary: 'Waits of all jobs',
    description: 'What jobs wait or waited for: approvals, questions, events and times. Newest first.',
    query: WaitListQuery,
    responses: { 200: WaitPage },
  },
  get: {
    method: 'GET',
    path: '/v1/waits/:wait_id/',
    tag,
    summary: 'One wait',
    description: 'What is asked, of whom, until when, and the answer once there is one.',
    responses: { 200: Wait },
  },
  answer: {
    method: 'POST',
    path: '/v1/waits/:wait_id/answer/',
    tag,
    summary: 'Answer a wait',
    description:
      'Stores the answer and lets the job go on. Only the first answer counts; a later one is refused with 409.',
    body: WaitAnswerBody,
    responses: { 200: Wait },
    errors: ['invalid_fields', 'conflict'],
  },
  link: {
    method: 'POST',
    path: '/v1/waits/:wait_id/link/',
    tag,
    summary: 'Make a one-time link',
    description: 'Whoever opens the address sees the wait and may answer it once, without signing in.',
    body: WaitLinkBody,
    responses: { 201: WaitLink },
    errors: ['conflict'],
  },
  page: {
    method: 'GET',
    path: '/v1/wait-links/:token/',
    tag,
    summary: 'Page of a one-time link',
    description: 'The wait as a small page with a form. Looking does not use the link up.',
    scope: 'none',
    responses: { 200: Content('text/html', 'The page.', '<!doctype html>') },
    errors: ['not_found', 'link_gone'],
  },
  answerByLink: {
    method: 'POST',
    path: '/v1/wait-links/:token/',
    tag,
    summary: 'Answer by a one-time link',
    description: 'Takes the body of `answer/`, as JSON or as the form of the page. Works once.',
    scope: 'none',
    accepts: ['json', 'form'],
    body: WaitAnswerBody,
    responses: { 200: Type.Object({ answered: Type.Boolean() }) },
    errors: ['invalid_fields', 'not_found', 'link_gone'],
  },
  sendEvent: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/events/:name/',
    tag,
    summary: 'Send an event to a job',
    description:
      'Answers the oldest open wait for the event of this name, or is kept for one that waits later. At most 100 are kept.',
    headers: EventSendHeaders,
    body: EventBody,
    responses: { 202: EventTaken },
    errors: ['invalid_fields', 'conflict'],
  },
});
