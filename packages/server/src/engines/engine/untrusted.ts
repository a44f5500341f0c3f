/** Where content came from that nobody of the organization wrote, so that it may carry instructions of a stranger. */
export type UntrustedSource = 'web' | 'document' | 'connection' | 'tool';
