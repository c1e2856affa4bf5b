import type { IdentityStatus } from '#contract/identity.ts';
import { lockAccount } from '#server/accounts/index.ts';
import type { Caller } from '#server/accounts/sessions.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { IdentityCheckRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import { lengthenUuid, shortenUuid } from '#server/lib/short-uuid.ts';
import type { IdentityOutcome, IdentityProvider } from '#server/providers/identity.ts';
import { findCheck, findPendingCheck, insertCheck, markProved, renewCheck, settleCheck } from './store.ts';

/** Time to prove an age. */
export const PROVE_WITHIN_SECONDS = 600;

const REFERENCE = /^([\w-]{22})\.([\w-]{22})$/;

type CheckKey = Pick<IdentityCheckRow, 'account_id' | 'id'>;

/** Reference of a check for its page and the provider: its account, by which it is stored, and its secret id. */
const referenceOf = ({ account_id: accountId, id }: CheckKey) => `${shortenUuid(accountId)}.${shortenUuid(id)}`;

function parseReference(reference: string): CheckKey | undefined {
  const [, account, id] = REFERENCE.exec(reference) ?? [];
  return account === undefined || id === undefined
    ? undefined
    : { account_id: lengthenUuid(account), id: lengthenUuid(id) };
}

const STATUS_OF: Readonly<Record<IdentityOutcome, IdentityCheckRow['status']>> = {
  adult: 'proved',
  minor: 'minor',
  cancelled: 'cancelled',
};

/** Stores only that an adult of the account proved their age, and when. */
export interface IdentityChecks {
  /**
   * Begins a check, or continues the pending one with its time restarted.
   *
   * @returns its reference; null when an adult of the account has proved their age.
   * @throws NOT_FOUND without a provider
   */
  begin(caller: Caller): Promise<{ id: string; reference: string } | null>;
  /** @throws NOT_FOUND */
  get(caller: Caller, id: string): Promise<{ id: string; status: IdentityStatus }>;
  /** For the phone: knowing the reference grants the right to prove an age for the account. */
  find(reference: string): Promise<IdentityStatus | undefined>;
  /** Address of the provider's page. */
  pageOf(reference: string): Promise<string>;
  /**
   * Takes the provider's answer. A check is settled once; a repeated answer changes nothing.
   *
   * @returns the check's reference; undefined when the answer is not the provider's.
   */
  settle(query: Readonly<Record<string, string>>): Promise<string | undefined>;
}

export function createIdentityChecks(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  publicUrl: () => string;
  /** Undefined when none is configured. */
  provider: IdentityProvider | undefined;
}): IdentityChecks {
  const { db, transact, clock, random, publicUrl, provider } = options;

  const statusOf = ({ status, expires_at: expiresAt }: IdentityCheckRow): IdentityStatus =>
    status === 'pending' && clock.now() >= expiresAt ? 'expired' : status;

  const needProvider = () => provider ?? fail('NOT_FOUND', { message: '지금은 본인 확인을 할 수 없어요.' });

  return {
    async begin({ account }) {
      if (account.identity_proved_at !== null) return null;
      needProvider();
      const id = await transact(async (tx) => {
        // With two concurrent calls, the second one waits here and finds the check.
        await lockAccount(tx, account.id);
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + PROVE_WITHIN_SECONDS * 1000);
        const pending = await findPendingCheck(tx, account.id, now);
        if (pending) {
          await renewCheck(tx, pending, expiresAt);
          return pending.id;
        }
        const made = { account_id: account.id, id: random.uuid(), status: 'pending' as const };
        await insertCheck(tx, { ...made, created_at: now, expires_at: expiresAt });
        return made.id;
      });
      return { id, reference: referenceOf({ account_id: account.id, id }) };
    },

    async get({ account }, id) {
      return { id, status: statusOf((await findCheck(db, account.id, id)) ?? fail('NOT_FOUND')) };
    },

    async find(reference) {
      const key = parseReference(reference);
      const check = key && (await findCheck(db, key.account_id, key.id));
      return check && statusOf(check);
    },

    pageOf: (reference) => needProvider().begin({ state: reference, returnUrl: `${publicUrl()}/identity/return` }),

    async settle(query) {
      const answer = provider?.readReturn(query, clock.now());
      const key = answer && parseReference(answer.state);
      if (!answer || !key) return undefined;
      await transact(async (tx) => {
        await lockAccount(tx, key.account_id);
        const now = clock.now();
        const isSettled = await settleCheck(tx, key, { status: STATUS_OF[answer.outcome], now });
        if (isSettled && answer.outcome === 'adult') await markProved(tx, key.account_id, now);
      });
      return answer.state;
    },
  };
}
