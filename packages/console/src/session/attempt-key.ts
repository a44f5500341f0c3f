import { useState } from 'react';
import { type Attempt, createAttempt } from './attempt.ts';

/** The idempotency key of a call that must not happen twice, for the lifetime of the component. */
export const useAttemptKey = (): Attempt => useState(createAttempt)[0];
