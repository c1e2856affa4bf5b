import { describe, expect, test } from 'vitest';
import { fieldsOf, offerText, problemOf, typedOffer, type OfferFields } from '#console/pages/shop/offer-texts.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const offer: OfferFields = {
  name: '베이직 30일',
  price: 4900,
  days: 30,
  is_paused: false,
  starts_at: null,
  ends_at: '2027-01-01T00:00:30.000Z',
  coming: null,
};
const coming = { from: '2026-12-04T15:00:00.000Z', name: '베이직', price: 5900, days: 31 };

describe('the form of an offer', () => {
  test('that is not touched sends what it has read, to the second', () => {
    expect(fieldsOf(typedOffer(offer), offer)).toEqual(offer);
    expect(fieldsOf(typedOffer({ ...offer, coming }), { ...offer, coming })).toEqual({ ...offer, coming });
  });

  test('keeps the present price when a new one begins on a day', () => {
    const typed = { ...typedOffer(offer), when: 'later' as const, from: '2026-12-05T00:00', price: '5,900' };
    expect(fieldsOf(typed, offer)).toEqual({ ...offer, coming: { ...coming, name: offer.name, days: 30 } });
  });

  test('drops the planned change when the new price begins now', () => {
    const shown = { ...offer, coming };
    expect(fieldsOf({ ...typedOffer(shown), when: 'now' }, shown)).toEqual({
      ...offer,
      name: '베이직',
      price: 5900,
      days: 31,
    });
  });

  test.each([
    [{ price: '0' }, '가격은 100원부터 1,000,000원까지예요.'],
    [{ price: '99,999,999' }, '가격은 100원부터 1,000,000원까지예요.'],
    [{ price: '4900.5' }, '가격은 100원부터 1,000,000원까지예요.'],
    [{ days: '0' }, '기간은 1일부터 3,660일까지예요.'],
    [{ name: '  ' }, '이름을 적어 주세요.'],
    [{ when: 'later' as const }, '언제부터 바꿀지 적어 주세요.'],
    [{ when: 'later' as const, from: '2026-11-28T20:59' }, '바꾸는 시각은 지금보다 뒤여야 해요.'],
    [
      { startsAt: '2026-12-05T00:00', endsAt: '2026-12-04T00:00' },
      '판매가 끝나는 시각은 시작하는 시각보다 뒤여야 해요.',
    ],
    [{}, null],
  ])('with %j says %s', (changes, problem) => {
    expect(problemOf({ ...typedOffer(offer), ...changes }, true, NOW)).toBe(problem);
  });
});

test('an offer in one line says its price, its time and what comes', () => {
  expect(offerText({ ...offer, is_paused: true, coming })).toBe(
    '베이직 30일 · 4,900원 · 30일 · 멈춤 · 2027-01-01 (금) 09:00 전까지 · 2026-12-05 (토) 00:00부터 베이직 · 5,900원 · 31일',
  );
});

test('an offer whose planned time is emptied says so in the comparison', () => {
  const shown = { ...offer, ends_at: null, coming };
  const typed = { ...typedOffer(shown), from: '' };
  expect(offerText(fieldsOf(typed, shown))).toBe(
    '베이직 30일 · 4,900원 · 30일 · 언제나 · 시각 없이 베이직 · 5,900원 · 31일',
  );
});
