import { createHash } from 'node:crypto';
import {
  MOST_VOUCHER_LIFE_DAYS,
  type NewVoucher,
  type Voucher,
  type VoucherChange,
  type VoucherUse,
} from '#contract/console/vouchers.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { StaffCaller } from '#server/staff/sessions.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { VoucherRow } from '../../db/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { maskedEmail } from '../../lib/masked-email.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../../lib/refused-error.ts';
import { drawCode, shownCode, useStateOf, voucherStateOf } from './voucher-rules.ts';
import {
  countUses,
  countVouchers,
  findVoucher,
  insertVoucher,
  listUses,
  listVoucherRows,
  lockVoucher,
  updateVoucher,
} from './vouchers-store.ts';

const DAY_MS = 24 * 3600_000;
const VERSION_LENGTH = 22;

interface Part {
  limit: number;
  offset: number;
}

/** What an operator does with codes. */
export interface VoucherOperations {
  page(query: Part & { keyword?: string | undefined }): Promise<{ count: number; results: Voucher[] }>;
  /** @throws RefusedError */
  add(voucher: NewVoucher): Promise<Voucher>;
  /** @throws MissingError, RefusedError, ChangedMeanwhileError */
  change(id: string, change: VoucherChange): Promise<Voucher>;
  /**
   * Who has redeemed a code. Owners see whole addresses; support sees one after it has opened the account.
   * @throws MissingError
   */
  uses(
    member: Pick<StaffCaller, 'role'>,
    id: string,
    part: Part,
  ): Promise<{ voucher: Voucher; count: number; results: VoucherUse[] }>;
}

/** Uses do not belong to the version: a code that somebody redeems can still be changed. */
const limitsOf = ({ name, max_uses, is_paused, ends_at }: VoucherRow) => ({
  name,
  max_uses,
  is_paused,
  ends_at: ends_at.toISOString(),
});

function present(row: VoucherRow, now: Date): Voucher {
  const { id, code, plan, days, percent, cnt_used, created_at: createdAt } = row;
  const limits = limitsOf(row);
  return {
    id,
    code: shownCode(code),
    plan,
    days,
    percent,
    cnt_used,
    created_at: createdAt.toISOString(),
    ...limits,
    state: voucherStateOf(row, now),
    version: createHash('sha256').update(JSON.stringify(limits)).digest('base64url').slice(0, VERSION_LENGTH),
  };
}

/** @throws RefusedError */
function checkEnd(end: Date, madeAt: Date, now: Date): void {
  if (end <= now) throw new RefusedError('The end is in the past.', '끝나는 시각은 지금보다 뒤여야 해요.');
  if (end.getTime() > madeAt.getTime() + MOST_VOUCHER_LIFE_DAYS * DAY_MS)
    throw new RefusedError(
      `The end is more than ${MOST_VOUCHER_LIFE_DAYS} days after the code was made.`,
      '쿠폰은 만든 날부터 1년까지 쓸 수 있어요.',
    );
}

const missing = () => new MissingError('There is no such voucher.', '없는 쿠폰이에요.');

export function createVoucherOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  record: RecordChange;
}): VoucherOperations {
  const { db, transact, clock, random, record } = options;
  return {
    async page({ keyword, ...part }) {
      const rows = await listVoucherRows(db, { keyword, ...part });
      return { count: await countVouchers(db, keyword), results: rows.map((row) => present(row, clock.now())) };
    },

    add: ({ name, max_uses, ends_at: endsAt, gives }) =>
      transact(async (tx) => {
        const now = clock.now();
        checkEnd(new Date(endsAt), now, now);
        const given =
          gives.kind === 'days'
            ? { plan: gives.plan, days: gives.days, percent: null }
            : { plan: null, days: null, percent: gives.percent };
        const row: VoucherRow = {
          id: random.uuid(),
          code: drawCode(random),
          name,
          ...given,
          max_uses,
          cnt_used: 0,
          is_paused: false,
          ends_at: new Date(endsAt),
          created_at: now,
        };
        await insertVoucher(tx, row);
        // The code is a secret: who reads the log must not redeem it.
        await record(tx, {
          action: 'voucher.add',
          subject: { kind: 'voucher', id: row.id },
          before: null,
          after: { ...limitsOf(row), ...given },
        });
        return present(row, now);
      }),

    change: (id, { version, ...change }) =>
      transact(async (tx) => {
        const now = clock.now();
        const row = (await lockVoucher(tx, id)) ?? refuse(missing());
        if (present(row, now).version !== version) throw new ChangedMeanwhileError();
        const next = { ...row, ...change, ends_at: new Date(change.ends_at) };
        if (next.ends_at.getTime() !== row.ends_at.getTime()) checkEnd(next.ends_at, row.created_at, now);
        const [before, after] = [limitsOf(row), limitsOf(next)];
        if (JSON.stringify(before) === JSON.stringify(after)) return present(row, now);
        await updateVoucher(tx, id, { ...change, ends_at: next.ends_at });
        await record(tx, { action: 'voucher.change', subject: { kind: 'voucher', id }, before, after });
        return present(next, now);
      }),

    async uses({ role }, id, part) {
      const now = clock.now();
      const row = (await findVoucher(db, id)) ?? refuse(missing());
      const uses = await listUses(db, id, part);
      return {
        voucher: present(row, now),
        count: await countUses(db, id),
        results: uses.map((use) => ({
          account_id: use.account_id,
          email: role === 'owner' ? use.email : maskedEmail(use.email),
          used_at: use.used_at.toISOString(),
          state: useStateOf(use, now),
        })),
      };
    },
  };
}

const refuse = (error: Error): never => {
  throw error;
};
