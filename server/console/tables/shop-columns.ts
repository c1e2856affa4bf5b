import type { OfferState, OperatedPlan, OperatedProduct } from '#contract/console/offers.ts';
import type { ListedAccount } from '#contract/console/people.ts';
import type { Sales, Sold } from '#contract/console/sales.ts';
import type { Voucher, VoucherState, VoucherUse } from '#contract/console/vouchers.ts';
import type { CsvColumn } from '#server/lib/csv.ts';
import { nameOf, timeCell } from './cells.ts';

type Offer = Pick<OperatedPlan, 'state' | 'starts_at' | 'ends_at'> & {
  coming: Pick<NonNullable<OperatedPlan['coming']>, 'from' | 'name' | 'price'> | null;
};

const OFFER_STATES: Readonly<Record<OfferState, string>> = {
  sold: '판매 중',
  scheduled: '판매 예정',
  paused: '멈춤',
  ended: '판매 끝',
};
const VOUCHER_STATES: Readonly<Record<VoucherState, string>> = {
  open: '쓸 수 있음',
  paused: '멈춤',
  'used-up': '다 씀',
  ended: '기간 끝남',
};
const USE_STATES: Readonly<Record<VoucherUse['state'], string>> = {
  given: '기간을 받음',
  open: '할인을 아직 안 씀',
  paid: '할인받아 결제함',
  expired: '할인 기간이 끝남',
};

/** When it is sold, and what it will cost. */
const SALE: readonly CsvColumn<Offer>[] = [
  ['상태', ({ state }) => OFFER_STATES[state]],
  ['판매 시작', ({ starts_at }) => timeCell(starts_at)],
  ['판매 끝', ({ ends_at }) => timeCell(ends_at)],
  ['바뀌는 때', ({ coming }) => timeCell(coming?.from ?? null)],
  ['바뀐 이름', ({ coming }) => coming?.name ?? null],
  ['바뀐 가격', ({ coming }) => coming?.price ?? null],
];

export const PLAN_COLUMNS: readonly CsvColumn<OperatedPlan>[] = [
  ['번호', ({ id }) => id],
  ['이름', ({ name }) => name],
  ['등급', ({ plan }) => nameOf(plan)],
  ['가격', ({ price }) => price],
  ['기간(일)', ({ days }) => days],
  ...SALE,
];

export const PRODUCT_COLUMNS: readonly CsvColumn<OperatedProduct>[] = [
  ['번호', ({ id }) => id],
  ['작품 번호', ({ item }) => item.id],
  ['작품', ({ item }) => item.name],
  ['회차', ({ episode_num }) => episode_num],
  ['상품', ({ name }) => name],
  ['종류', ({ kind }) => nameOf(kind)],
  ['대여 시간', ({ rental_hours }) => rental_hours],
  ['가격', ({ price }) => price],
  ...SALE,
];

export const VOUCHER_COLUMNS: readonly CsvColumn<Voucher>[] = [
  ['이름', ({ name }) => name],
  ['쿠폰 번호', ({ code }) => code],
  ['등급', ({ plan }) => nameOf(plan)],
  ['주는 날', ({ days }) => days],
  ['할인(%)', ({ percent }) => percent],
  ['상태', ({ state }) => VOUCHER_STATES[state]],
  ['끝', ({ ends_at }) => timeCell(ends_at)],
  ['사용', ({ cnt_used }) => cnt_used],
  ['최대 사용', ({ max_uses }) => max_uses],
];

export const VOUCHER_USE_COLUMNS: readonly CsvColumn<VoucherUse>[] = [
  ['이용자', ({ email }) => email],
  ['쓴 때', ({ used_at }) => timeCell(used_at)],
  ['결과', ({ state }) => USE_STATES[state]],
];

/** Support sees addresses in part, as in the list. */
export const ACCOUNT_COLUMNS: readonly CsvColumn<ListedAccount>[] = [
  ['이메일', ({ email }) => email],
  ['프로필', ({ profiles }) => profiles.join(', ')],
  ['멤버십', ({ plan }) => nameOf(plan)],
  ['멤버십 끝', ({ ends_at }) => timeCell(ends_at)],
  ['가입', ({ created_at }) => timeCell(created_at)],
  ['목록의 기준 시각', ({ at }) => timeCell(at)],
];

const SALE_SUMS: readonly CsvColumn<Sales['total']>[] = [
  ['주문', ({ cnt_order }) => cnt_order],
  ['매출', ({ won }) => won],
  ['환불', ({ cnt_refund }) => cnt_refund],
  ['환불액', ({ won_refunded }) => won_refunded],
  ['남은 매출', ({ won, won_refunded }) => won - won_refunded],
];

export const SALES_COLUMNS: readonly CsvColumn<Sales['points'][number]>[] = [['날짜', ({ at }) => at], ...SALE_SUMS];

export const SOLD_COLUMNS: readonly CsvColumn<Sold>[] = [
  ['번호', ({ id }) => id],
  ['이름', ({ id, name }) => (id === null ? '탈퇴한 이용자의 주문' : name)],
  ...SALE_SUMS,
];
