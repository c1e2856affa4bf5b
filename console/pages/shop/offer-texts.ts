import { LEAST_PRICE, MOST_DAYS, MOST_PRICE, type OfferState } from '#contract/console/offers.ts';
import { countText, fromFieldTime, instantOf, timeText, toFieldTime } from '#console/lib/format.ts';
import type { Tone } from '#console/ui/page.tsx';

export const STATE_NAMES: Record<OfferState, string> = {
  sold: '판매 중',
  scheduled: '판매 예정',
  paused: '멈춤',
  ended: '판매 끝',
};
export const STATE_TONES: Record<OfferState, Tone> = {
  sold: 'good',
  scheduled: 'info',
  paused: 'warn',
  ended: 'quiet',
};
export const PLAN_NAMES = { basic: '베이직', premium: '프리미엄' } as const;

export const wonText = (won: number): string => `${countText(won)}원`;

/** What an offer says, for a comparison: `베이직 30일 · 4,900원 · 30일`. */
export interface OfferFields {
  name: string;
  price: number;
  days?: number;
  is_paused: boolean;
  starts_at: string | null;
  ends_at: string | null;
  /** `from` is null while no time is typed. */
  coming: { from: string | null; name: string; price: number; days?: number } | null;
}

const termsText = ({ name, price, days }: Pick<OfferFields, 'name' | 'price' | 'days'>) =>
  [name, wonText(price), days === undefined ? null : `${days}일`].filter(Boolean).join(' · ');

/** `2026-12-05 (토) 00:00부터 베이직 · 5,900원` */
export const comingText = ({ from, ...coming }: NonNullable<OfferFields['coming']>): string =>
  `${from === null ? '시각 없이' : `${timeText(from)}부터`} ${termsText(coming)}`;

export const saleText = ({ starts_at: startsAt, ends_at: endsAt }: Pick<OfferFields, 'starts_at' | 'ends_at'>) =>
  [startsAt && `${timeText(startsAt)}부터`, endsAt && `${timeText(endsAt)} 전까지`].filter(Boolean).join(' ') ||
  '언제나';

export const offerText = (fields: OfferFields): string =>
  [termsText(fields), fields.is_paused ? '멈춤' : null, saleText(fields), fields.coming && comingText(fields.coming)]
    .filter(Boolean)
    .join(' · ');

/** An offer as it is typed. */
export interface TypedOffer {
  name: string;
  price: string;
  days: string;
  when: 'now' | 'later';
  from: string;
  sale: 'on' | 'paused';
  startsAt: string;
  endsAt: string;
}

export const typedOffer = (shown: OfferFields | null): TypedOffer => {
  const shownFields = shown?.coming ?? shown;
  return {
    name: shownFields?.name ?? '',
    price: shownFields ? String(shownFields.price) : '',
    days: String(shownFields?.days ?? 30),
    when: shown?.coming ? 'later' : 'now',
    from: shown?.coming?.from ? toFieldTime(shown.coming.from) : '',
    sale: shown?.is_paused ? 'paused' : 'on',
    startsAt: shown?.starts_at ? toFieldTime(shown.starts_at) : '',
    endsAt: shown?.ends_at ? toFieldTime(shown.ends_at) : '',
  };
};

const numberOf = (typed: string) => Number(typed.replaceAll(',', '').trim());
const isWhole = (typed: string) => /^\d{1,9}$/.test(typed.replaceAll(',', '').trim());

/** Why the form cannot be sent yet; null when it can. */
export function problemOf(typed: TypedOffer, hasDays: boolean, now: Date): string | null {
  const price = numberOf(typed.price);
  const days = numberOf(typed.days);
  if (typed.name.trim() === '') return '이름을 적어 주세요.';
  if (!isWhole(typed.price) || price < LEAST_PRICE || price > MOST_PRICE)
    return `가격은 ${wonText(LEAST_PRICE)}부터 ${wonText(MOST_PRICE)}까지예요.`;
  if (hasDays && (!isWhole(typed.days) || days < 1 || days > MOST_DAYS))
    return `기간은 1일부터 ${countText(MOST_DAYS)}일까지예요.`;
  if (typed.when === 'later' && typed.from === '') return '언제부터 바꿀지 적어 주세요.';
  if (typed.when === 'later' && new Date(fromFieldTime(typed.from)) <= now)
    return '바꾸는 시각은 지금보다 뒤여야 해요.';
  if (typed.startsAt !== '' && typed.endsAt !== '' && typed.endsAt <= typed.startsAt)
    return '판매가 끝나는 시각은 시작하는 시각보다 뒤여야 해요.';
  return null;
}

/** The fields to send: what is typed holds from now on, or later beside the present ones. */
export function fieldsOf(typed: TypedOffer, shown: OfferFields | null): OfferFields {
  const given = {
    name: typed.name,
    price: numberOf(typed.price),
    ...((shown === null || shown.days !== undefined) && { days: numberOf(typed.days) }),
  };
  const terms = {
    is_paused: typed.sale === 'paused',
    starts_at: instantOf(typed.startsAt, shown?.starts_at),
    ends_at: instantOf(typed.endsAt, shown?.ends_at),
  };
  if (shown === null || typed.when === 'now') return { ...given, ...terms, coming: null };
  const { name, price, days } = shown;
  const from = instantOf(typed.from, shown.coming?.from);
  return { name, price, ...(days !== undefined && { days }), ...terms, coming: { from, ...given } };
}
