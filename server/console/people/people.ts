import { MOST_LISTED, SHORTEST_KEYWORD, type AccountList, type ListedAccount } from '#contract/console/people.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { maskedEmail } from '#server/lib/masked-email.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import type { SupportOperations } from '#server/shop/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { StaffCaller } from '#server/staff/sessions.ts';
import type { MemberLimits } from '../member-limits.ts';
import { findByEmail, findByProfile, listAccountsOf, pageOfList, type FoundAccount } from './people-store.ts';

/** A longer keyword is an order. */
const LONGEST_PART = 40;
const nobody = () => new MissingError('There is no such account.', '이 말이 든 이메일이나 프로필이 없어요.');

/** Accounts that one search shows. */
const MOST_FOUND = 20;

type Member = Pick<StaffCaller, 'id' | 'role'>;

interface Caller {
  staff: Member;
  record: RecordChange;
}

export interface FoundAccounts {
  id: string | null;
  results: ListedAccount[];
  has_more: boolean;
}

/** Which accounts support looks at. Each look is in the audit log, and bounded by member. */
export interface People {
  list(
    caller: Caller,
    query: { list: AccountList; limit: number; offset: number },
  ): Promise<{ count: number; results: ListedAccount[] }>;
  /** @throws MissingError when nothing is found. */
  find(caller: Caller, keyword: string): Promise<FoundAccounts>;
}

export function createPeople(options: {
  db: Connection;
  clock: Clock;
  limits: Pick<MemberLimits, 'takeSearch' | 'takeList'>;
  supportAs(record: RecordChange): Pick<SupportOperations, 'findAccount'>;
}): People {
  const { db, clock, limits, supportAs } = options;

  /** Owners see whole addresses; support sees one after it has opened the account. */
  const present =
    ({ role }: Member, at: (id: string) => Date | undefined) =>
    (account: FoundAccount): ListedAccount => {
      const isOver = account.membership_expires_at !== null && account.membership_expires_at <= clock.now();
      return {
        id: account.id,
        email: role === 'owner' ? account.email : maskedEmail(account.email),
        profiles: account.profiles,
        plan: isOver ? 'free' : account.plan,
        ends_at: isOver ? null : (account.membership_expires_at?.toISOString() ?? null),
        created_at: account.created_at.toISOString(),
        at: at(account.id)?.toISOString() ?? null,
      };
    };

  /** The account that a whole address or an order names, or why there is none. */
  const findOne = async (record: RecordChange, keyword: string): Promise<string | MissingError> => {
    try {
      return (await supportAs(record).findAccount(keyword)).id;
    } catch (error) {
      if (error instanceof MissingError) return error;
      throw error;
    }
  };

  const findParts = async (part: string): Promise<FoundAccount[]> => {
    if (part.length < SHORTEST_KEYWORD) return [];
    const ids = await Promise.all([findByEmail(db, part, MOST_FOUND + 1), findByProfile(db, part, MOST_FOUND + 1)]);
    return listAccountsOf(db, [...new Set(ids.flat())]);
  };

  return {
    async list({ staff, record }, { list, limit, offset }) {
      await limits.takeList(staff);
      const { count, rows } = await pageOfList(db, list, { now: clock.now(), most: MOST_LISTED, limit, offset });
      const accounts = new Map(
        (
          await listAccountsOf(
            db,
            rows.map(({ account_id: id }) => id),
          )
        ).map((one) => [one.id, one]),
      );
      const atOf = new Map(rows.map(({ account_id: id, at }) => [id, at]));
      const show = present(staff, (id) => atOf.get(id));
      const results = rows.flatMap(({ account_id: id }) => accounts.get(id) ?? []).map(show);
      await record(db, {
        action: 'account.list',
        subject: null,
        before: null,
        after: { list, cnt_shown: results.length },
      });
      return { count, results };
    },

    async find({ staff, record }, keyword) {
      await limits.takeSearch(staff);
      const one = await findOne(record, keyword);
      const id = typeof one === 'string' ? one : undefined;
      const part = keyword.normalize('NFC').trim().toLowerCase();
      const found = id === undefined ? await findParts(part) : [];
      // Without the keyword: the audit log outlives accounts, and must not store addresses of people without an account.
      await record(db, {
        action: 'account.find',
        subject: id === undefined ? null : { kind: 'account', id },
        before: null,
        after: { is_found: id !== undefined || found.length > 0, ...(id === undefined && { cnt_shown: found.length }) },
      });
      if (typeof one === 'string') return { id: one, results: [], has_more: false };
      if (found.length === 0) throw part.length > LONGEST_PART || part.includes('@') ? one : nobody();
      const newest = found.sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
      return {
        id: null,
        results: newest.slice(0, MOST_FOUND).map(present(staff, () => undefined)),
        has_more: newest.length > MOST_FOUND,
      };
    },
  };
}
