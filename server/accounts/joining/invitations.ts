import type { Connection } from '#server/db/open.ts';
import { inSeconds, type Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import type { MailContent } from '#server/mail/content.ts';
import { endPasswordResets, insertPasswordReset } from '../codes-store.ts';
import { NOBODYS_HASH } from '../passwords.ts';
import { findAccountByEmail, lockAccount } from '../store.ts';
import { hashToken } from '../tokens.ts';

/** How long an invitation waits for the mail server, and how long its link works then. */
export const INVITATION_LIVES_SECONDS = 7 * 24 * 3600;

/** Content of an invitation, made when it is sent; undefined when its reader has left or has a password. */
export function createMakeInvitation(options: { clock: Clock; random: Random }) {
  const { clock, random } = options;
  return async (tx: Connection, email: string): Promise<MailContent | undefined> => {
    const found = await findAccountByEmail(tx, email);
    const account = found && (await lockAccount(tx, found.id));
    if (account?.password_hash !== NOBODYS_HASH) return undefined;
    const now = clock.now();
    await endPasswordResets(tx, account.id, now);
    const token = random.secret();
    const expiresAt = inSeconds(now, INVITATION_LIVES_SECONDS);
    await insertPasswordReset(tx, {
      account_id: account.id,
      id: random.uuid(),
      token_hash: hashToken(token),
      // The link alone: a short code must not be guessed at for a week.
      code_hash: hashToken(random.secret()),
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    });
    return { kind: 'invitation', token, expiresAt: expiresAt.toISOString() };
  };
}
