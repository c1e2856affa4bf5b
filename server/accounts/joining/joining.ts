import {
  IMPORTED_AT_ONCE,
  importRefusals,
  type ExaminedAccounts,
  type ImportedAccounts,
} from '#contract/console/account-import.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { AccountRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { toCsv } from '#server/lib/csv.ts';
import type { Random } from '#server/lib/random.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { NOBODYS_HASH } from '../passwords.ts';
import { findTakenEmails, insertAccountOnce } from '../store.ts';
import { INVITATION_LIVES_SECONDS } from './invitations.ts';
import { readAccounts, type Newcomer } from './read-accounts.ts';

const MOST_SAMPLES = 10;
const MOST_REFUSED_SHOWN = 50;
const TAKEN_AT_ONCE = 500;

/** How operators bring people in: by a table, or one by one. All methods throw RefusedError. */
export interface Joining {
  /** What an import would do, without doing it. */
  examine(text: string): Promise<ExaminedAccounts>;
  /** The refused lines as CSV. */
  refused(text: string): AsyncIterable<string>;
  /** Adds the accounts of some lines, beginning with the line of this index. Again, it changes nothing. */
  importSome(text: string, from: number): Promise<ImportedAccounts>;
  /** Adds one account, and invites its owner. */
  invite(person: { email: string; name: string | null }): Promise<{ id: string }>;
}

export function createJoining(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  outbox: Pick<Outbox, 'put' | 'wake'>;
  record: RecordChange;
  /** Called in the transaction that adds an account: gives it its first profile. */
  onSignUp(tx: Connection, account: AccountRow, name?: string): Promise<void>;
}): Joining {
  const { db, transact, clock, random, outbox, record, onSignUp } = options;

  const findKnown = async (people: readonly Newcomer[]): Promise<ReadonlySet<string>> => {
    const known = new Set<string>();
    for (let from = 0; from < people.length; from += TAKEN_AT_ONCE) {
      const emails = people.slice(from, from + TAKEN_AT_ONCE).map(({ email }) => email);
      for (const email of await findTakenEmails(db, emails)) known.add(email);
    }
    return known;
  };

  /** The id of the new account; undefined when its address has one already. */
  const add = async (tx: Connection, person: Omit<Newcomer, 'line'>): Promise<string | undefined> => {
    const account: AccountRow = {
      id: random.uuid(),
      email: person.email,
      password_hash: person.passwordHash ?? NOBODYS_HASH,
      is_email_confirmed: false,
      plan: person.membership?.plan ?? 'free',
      membership_expires_at: person.membership?.endsAt ?? null,
      created_at: clock.now(),
      identity_proved_at: null,
    };
    if (!(await insertAccountOnce(tx, account))) return undefined;
    await onSignUp(tx, account, person.name ?? undefined);
    if (person.passwordHash === null)
      await outbox.put(tx, {
        kind: 'invitation',
        to: person.email,
        content: null,
        livesSeconds: INVITATION_LIVES_SECONDS,
      });
    return account.id;
  };

  return {
    async examine(text) {
      const { cntRow, newcomers, refused, ignored } = readAccounts(text, clock.now());
      const known = await findKnown(newcomers);
      const fresh = newcomers.filter(({ email }) => !known.has(email));
      return {
        cnt_row: cntRow,
        cnt_new: fresh.length,
        cnt_invited: fresh.filter(({ passwordHash }) => passwordHash === null).length,
        cnt_known: known.size,
        cnt_refused: refused.length,
        ignored,
        samples: fresh.slice(0, MOST_SAMPLES).map(({ line, email, name, passwordHash, membership }) => ({
          line,
          email,
          name,
          is_invited: passwordHash === null,
          plan: membership?.plan ?? null,
          ends_at: membership?.endsAt.toISOString() ?? null,
        })),
        refused: refused.slice(0, MOST_REFUSED_SHOWN),
      };
    },

    refused(text) {
      const { refused } = readAccounts(text, clock.now());
      return toCsv(
        [
          ['줄', ({ line }) => line],
          ['이메일', ({ email }) => email],
          ['이유', ({ reason }) => importRefusals[reason]],
        ],
        (async function* () {
          yield refused;
        })(),
      );
    },

    async importSome(text, from) {
      const { newcomers, refused } = readAccounts(text, clock.now());
      const part = newcomers.slice(from, from + IMPORTED_AT_ONCE);
      const known = await findKnown(part);
      const added: Newcomer[] = [];
      for (const person of part)
        // One by one: a call that is cut off has done a part for good, and the next one goes on.
        if (!known.has(person.email) && (await transact((tx) => add(tx, person))) !== undefined) added.push(person);
      outbox.wake();
      const cntInvited = added.filter(({ passwordHash }) => passwordHash === null).length;
      if (added.length > 0)
        // Without addresses: the audit log outlives accounts.
        await record(db, {
          action: 'account.import',
          subject: null,
          before: null,
          after: { cnt_added: added.length, cnt_invited: cntInvited },
        });
      const next = from + part.length;
      return {
        next: next < newcomers.length ? next : null,
        cnt_added: added.length,
        cnt_invited: cntInvited,
        cnt_known: part.length - added.length,
        cnt_refused: from === 0 ? refused.length : 0,
      };
    },

    async invite({ email, name }) {
      const id = await transact(async (tx) => {
        const added = await add(tx, { email, name, passwordHash: null, membership: null });
        if (added === undefined)
          throw new RefusedError('The address has an account.', '이미 이 이메일로 가입한 이용자가 있어요.');
        await record(tx, {
          action: 'account.invite',
          subject: { kind: 'account', id: added },
          before: null,
          after: null,
        });
        return added;
      });
      outbox.wake();
      return { id };
    },
  };
}
