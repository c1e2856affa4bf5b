import { addVoucher, changeVoucher, listVouchers, listVoucherUses } from '#contract/console/vouchers.ts';
import { redeemVoucher } from '#contract/vouchers.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
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
  { vouchersAs }: { vouchersAs(record: RecordChange): VoucherOperations },
): void {
  mount(listVouchers, ({ query, record }) => vouchersAs(record).page(query));
  mount(addVoucher, ({ body, record }) => vouchersAs(record).add(body));
  mount(changeVoucher, ({ params, body, record }) => vouchersAs(record).change(params.id, body));
  mount(listVoucherUses, ({ params, query, record }) => vouchersAs(record).uses(params.id, query));
}
