import { useState } from 'react';
import { type Attempt, createAttempt } from './attempt.ts';

/** The key of a call that must not happen twice, for as long as the component is there. */
export const useAttemptKey = (): Attempt => useState(createAttempt)[0];
