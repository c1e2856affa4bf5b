import { TOKEN_PREFIX, type TokenScope } from '#contract/console/endpoint.ts';
import { MOST_TOKENS, type ApiToken } from '#contract/console/tokens.ts';
import { hashToken } from '../accounts/index.ts';
import type { RecordChange } from './audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import { inSeconds, type Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import type { TellStaff } from './notices.ts';
import type { StaffCaller } from './sessions.ts';
import { lockStaff } from './store.ts';
import {
  endToken,
  findTokenByHash,
  insertToken,
  listTokenRows,
  touchToken,
  type TokenOfStaff,
} from './tokens-store.ts';

const DAY = 24 * 3600;
/** Minimum time between two writes of a token's last use. */
const TOUCH_EVERY_MS = 60_000;

/** A program that calls with a token. The audit log names the token, and `role` is that of its maker. */
export type TokenCaller = StaffCaller & { scopes: readonly TokenScope[] };

/** The program that has a token; undefined when the token has ended. */
export type FindTokenCaller = (secret: string) => Promise<TokenCaller | undefined>;

export interface Tokens {
  find: FindTokenCaller;
  list(): Promise<ApiToken[]>;
  /** @throws RefusedError when there are too many */
  add(
    record: RecordChange,
    maker: Pick<StaffCaller, 'id' | 'email' | 'role'>,
    wanted: { name: string; scopes: readonly TokenScope[]; days: number },
  ): Promise<{ token: ApiToken; secret: string }>;
  /** @throws MissingError */
  revoke(record: RecordChange, id: string): Promise<void>;
}

const stateOf = ({ revoked_at: revokedAt, expires_at: end }: TokenOfStaff, now: Date): ApiToken['state'] =>
  revokedAt !== null ? 'revoked' : end <= now ? 'expired' : 'active';

const present = (row: TokenOfStaff, now: Date): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  made_by: row.email,
  state: stateOf(row, now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

export function createTokens(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  tell: TellStaff;
}): Tokens {
  const { db, transact, clock, random, tell } = options;
  return {
    async find(secret) {
      const now = clock.now();
      const row = await findTokenByHash(db, hashToken(secret), now);
      if (row === undefined) return undefined;
      if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= TOUCH_EVERY_MS)
        await touchToken(db, row.id, now);
      return {
        id: row.id,
        email: `token ${row.name} (${row.email})`,
        role: row.role,
        sessionId: row.id,
        expiresAt: row.expires_at,
        // A program has no page and no authenticator app.
        csrfToken: '',
        isConfirmed: false,
        isFromProvider: false,
        scopes: row.scopes,
      };
    },

    async list() {
      const now = clock.now();
      return (await listTokenRows(db)).map((row) => present(row, now));
    },

    add: (record, { id: staffId, email, role }, { name, scopes, days }) =>
      transact(async (tx) => {
        await lockStaff(tx);
        const now = clock.now();
        const active = (await listTokenRows(tx)).filter((row) => stateOf(row, now) === 'active');
        if (active.length >= MOST_TOKENS)
          throw new RefusedError(
            `There are ${MOST_TOKENS} tokens already.`,
            `토큰은 ${MOST_TOKENS}개까지예요. 쓰지 않는 토큰을 끝내 주세요.`,
          );
        const secret = `${TOKEN_PREFIX}${random.secret()}`;
        const row = {
          id: random.uuid(),
          staff_id: staffId,
          name,
          scopes: [...new Set(scopes)],
          token_hash: hashToken(secret),
          created_at: now,
          expires_at: inSeconds(now, days * DAY),
          last_used_at: null,
          revoked_at: null,
        };
        await insertToken(tx, row);
        await record(tx, {
          action: 'token.add',
          subject: { kind: 'token', id: row.id },
          before: null,
          after: { name, scopes: row.scopes, ends_at: row.expires_at.toISOString() },
        });
        // A token outlives the session that made it: a stolen one must not leave it behind unseen.
        await tell(tx, {
          what: 'token',
          member: { email, is_demo: false },
          by: null,
          detail: `토큰: ${name}`,
          to: 'both',
        });
        return { token: present({ ...row, email, role }, now), secret };
      }),

    revoke: (record, id) =>
      transact(async (tx) => {
        const ended = await endToken(tx, id, clock.now());
        if (ended === undefined) throw new MissingError('The token has ended.', '이미 끝난 토큰이에요.');
        await record(tx, { action: 'token.revoke', subject: { kind: 'token', id }, before: ended, after: null });
      }),
  };
}
