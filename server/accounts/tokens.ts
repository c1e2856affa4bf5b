import { hash } from 'node:crypto';

/** What the database keeps of a token. The token has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): string => hash('sha256', token);
