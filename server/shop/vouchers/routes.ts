import { addVoucher, changeVoucher, listVouchers, listVoucherUses } from '#contract/console/vouchers.ts';
import { redeemVoucher } from '#contract/vouchers.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { StaffCaller } from '#server/staff/sessions.ts';
import type { Connection } from '../../db/open.ts';
import type { MountConsole } from '../../http/mount-console.ts';
import type { Mount } from '../../http/mount.ts';
import type { RedeemVoucher } from './redeeming.ts';
import type { VoucherOperations } from './voucher-operations.ts';

export function mountVouchers(mount: Mount, redeem: RedeemVoucher): void {
  mount(redeemVoucher, ({ caller, body, address }) => redeem(caller, body.code, address));
}

/** Codes, for operators in a browser. */
export function mountOperatedVouchers(
  mount: MountConsole,
  options: {
    db: Connection;
    vouchersAs(record: RecordChange): VoucherOperations;
    /** Counts a look at a list of accounts. @throws TOO_MANY_REQUESTS */
    takeList(member: StaffCaller): Promise<void>;
  },
): void {
  const { db, vouchersAs, takeList } = options;
  mount(listVouchers, ({ query, record }) => vouchersAs(record).page(query));
  mount(addVoucher, ({ body, record }) => vouchersAs(record).add(body));
  mount(changeVoucher, ({ params, body, record }) => vouchersAs(record).change(params.id, body));
  mount(listVoucherUses, async ({ params: { id }, query, staff, record }) => {
    await takeList(staff);
    const uses = await vouchersAs(record).uses(staff, id, query);
    await record(db, {
      action: 'account.list',
      subject: { kind: 'voucher', id },
      before: null,
      after: { list: 'voucher', cnt_shown: uses.results.length },
    });
    return uses;
  });
}
