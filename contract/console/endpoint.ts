import type { CallShape } from '../endpoint.ts';

/** `owner` may do everything; `editor` works on the catalogue and its videos; `support` on viewers. */
export const staffRoles = ['owner', 'editor', 'support'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Who may make a call: anyone (sign-in and links), every signed-in member of staff, or these roles. */
export type Allowed = 'anyone' | 'staff' | readonly StaffRole[];

/** Groups of calls that an API token may make. A call without a scope refuses every token. */
export const tokenScopes = ['figures.read', 'titles.read', 'titles.write', 'media.write'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** Begins every token, so that one that leaked into a text is found. */
export const TOKEN_PREFIX = 'bora_';

/** A call of the console. It needs the session's cookie; a write also needs the header `x-csrf-token`. */
export interface ConsoleEndpoint extends CallShape {
  readonly allowed: Allowed;
  /** Programs may make the call too, with a token of this scope whose maker has one of the roles. */
  readonly scope?: TokenScope;
  /** The caller has given a code of the authenticator app within ten minutes; otherwise CONFIRMATION_REQUIRED. */
  readonly needsCode?: true;
  /** The answer is not JSON but lines of this type, as a file of this name. */
  readonly lines?: 'application/x-ndjson' | 'text/csv';
  readonly file?: string;
  /** The body is a file of one of these types and at most so many bytes, in place of JSON. */
  readonly bytes?: { readonly types: readonly string[]; readonly most: number };
}

/** Keeps the literal types, and adds what all calls of the console share. */
export const consoleEndpoint = <const E extends Omit<ConsoleEndpoint, 'tag'>>(
  definition: E,
): E & { tag: 'console' } => ({
  ...definition,
  tag: 'console',
});

/** Header of writes, with the token that the session's answer contains. */
export const CSRF_HEADER = 'x-csrf-token';

/** Header of calls that the page repeats by itself: they do not count as use, so that an open page ends its session. */
export const BACKGROUND_HEADER = 'x-background';

export const CONSOLE_PATH = '/api/console/v1';
