import type { Voucher, VoucherState, VoucherUse } from '#contract/console/vouchers.ts';
import type { Tone } from '#console/ui/page.tsx';
import { PLAN_NAMES } from './offer-texts.ts';

export const VOUCHER_STATE_NAMES: Record<VoucherState, string> = {
  open: '쓸 수 있음',
  paused: '멈춤',
  'used-up': '다 씀',
  ended: '기간 끝남',
};
export const VOUCHER_STATE_TONES: Record<VoucherState, Tone> = {
  open: 'good',
  paused: 'warn',
  'used-up': 'quiet',
  ended: 'quiet',
};

export const USE_STATE_NAMES: Record<VoucherUse['state'], string> = {
  given: '기간을 받음',
  open: '할인을 아직 안 씀',
  paid: '할인받아 결제함',
  expired: '할인 기간이 끝남',
};

/** `프리미엄 30일`, `다음 멤버십 20% 할인` */
export const givesText = ({ plan, days, percent }: Pick<Voucher, 'plan' | 'days' | 'percent'>): string =>
  plan !== null && days !== null ? `${PLAN_NAMES[plan]} ${days}일` : `다음 멤버십 ${percent ?? 0}% 할인`;
