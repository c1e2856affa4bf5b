import { describe, expect, test, vi } from 'vitest';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import type { NextRelease } from '#contract/catalogue.ts';
import type { Release } from '#contract/releases.ts';
import { releaseMoment, SPREAD_MS } from '#src/features/items/release-moment.ts';
import { releaseName, releaseTime } from '#src/features/items/release-texts.ts';
import { createReleaseWatch } from '#src/features/items/release-watch.ts';
import { createServerClock } from '#src/lib/server-clock.ts';

const HOUR = 3600_000;

describe('the moment of the request', () => {
  test('is the same for an account, and spreads accounts evenly over the seconds after the release', () => {
    const moments = Array.from({ length: 3000 }, (_, index) => releaseMoment(0, `token-${index}`));
    expect(releaseMoment(0, 'token-7')).toBe(moments[7]);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...moments)).toBeLessThan(SPREAD_MS);
    const perTenth = new Map<number, number>();
    for (const moment of moments) {
      const tenth = Math.floor((moment / SPREAD_MS) * 10);
      perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1);
    }
    // 300 in each; a tenth more or less than that is chance.
    for (const count of perTenth.values()) expect(Math.abs(count - 300)).toBeLessThan(75);
    expect(perTenth.size).toBe(10);
  });
});

describe('the time of a release', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  test.each([
    ['2026-11-20T14:00:00Z', '금 23:00'],
    ['2026-11-20T15:00:00Z', '토 00:00'],
    ['2026-11-26T14:05:00Z', '목 23:05'],
    ['2026-11-27T14:05:00Z', '11월 27일 23:05'],
  ])('%s is %s in Korea', (at, text) => {
    expect(releaseTime(at, now)).toBe(text);
  });

  test('names a delayed episode', () => {
    const next = { episode_num: '4화', at: '2026-11-20T14:00:00Z', is_delayed: false, notice: null };
    expect(releaseName(next)).toBe('4화');
    expect(releaseName({ ...next, is_delayed: true, notice: '늦어져요.' })).toBe('4화 연기');
  });
});

function start() {
  const clock = createFakeClock();
  const inHours = (hours: number) => new Date(clock.instant() + hours * HOUR).toISOString();
  const nextAt = (at: string): NextRelease => ({ episode_num: '4화', at, is_delayed: false, notice: null });
  const answers = new Map<number, NextRelease | null>();
  const ask = vi.fn(async (ids: readonly number[]): Promise<Release[]> =>
    ids.map((id) => ({ item_id: id, latest: null, next_release: answers.get(id) ?? null })),
  );
  const onAnswer = vi.fn();
  const watch = createReleaseWatch({ clock, key: () => 'token-7', ask, onAnswer });
  return { clock, watch, ask, onAnswer, answers, inHours, nextAt };
}

describe('a watch', () => {
  test('asks once, for all titles of the instant together', async () => {
    const { clock, watch, ask, onAnswer, inHours } = start();
    watch.watch(1, inHours(1));
    watch.watch(2, inHours(1));
    watch.watch(3, inHours(2));
    clock.advance(HOUR);
    expect(ask).not.toHaveBeenCalled();
    await clock.pass(SPREAD_MS);
    expect(ask.mock.calls).toEqual([[[1, 2]]]);
    expect(onAnswer.mock.calls.map(([{ item_id: id }, hasChanged]) => [id, hasChanged])).toEqual([
      [1, true],
      [2, true],
    ]);
    await clock.pass(HOUR);
    expect(ask.mock.calls.slice(1)).toEqual([[[3]]]);
    expect(clock.running()).toBe(0);
  });

  test('follows a delay to its new instant', async () => {
    const { clock, watch, ask, onAnswer, answers, inHours, nextAt } = start();
    watch.watch(1, inHours(1));
    answers.set(1, { ...nextAt(inHours(3)), is_delayed: true, notice: '늦어져요.' });
    await clock.pass(HOUR + SPREAD_MS);
    expect(onAnswer).toHaveBeenLastCalledWith(expect.objectContaining({ item_id: 1 }), true);
    answers.set(1, null);
    await clock.pass(HOUR);
    expect(ask).toHaveBeenCalledTimes(1);
    await clock.pass(HOUR);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('asks again, ever later, while the server does not have the episode yet or does not answer', async () => {
    const { clock, watch, ask, onAnswer, answers, inHours, nextAt } = start();
    const at = inHours(1);
    answers.set(1, nextAt(at));
    watch.watch(1, at);
    ask.mockRejectedValueOnce(new Error('no network'));
    await clock.pass(HOUR + SPREAD_MS);
    expect(ask).toHaveBeenCalledTimes(1);
    await clock.pass(5_000);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(onAnswer).toHaveBeenLastCalledWith(expect.anything(), false);
    answers.set(1, null);
    await clock.pass(6_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await clock.pass(4_000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(clock.running()).toBe(0);
  });

  test('a watch on a set that slept spreads its request too', async () => {
    const { clock, watch, ask, inHours } = start();
    watch.watch(1, inHours(1));
    clock.suspend(5 * HOUR);
    clock.advance(0);
    await settled();
    expect(ask).not.toHaveBeenCalled();
    await clock.pass(SPREAD_MS);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('a watch of an answer from before the release asks after the spread', async () => {
    const { clock, watch, ask, inHours } = start();
    watch.watch(1, inHours(-1));
    await settled();
    expect(ask).not.toHaveBeenCalled();
    await clock.pass(SPREAD_MS);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('ends with its last label', async () => {
    const { clock, watch, ask, inHours } = start();
    const ends = [watch.watch(1, inHours(1)), watch.watch(1, inHours(1))];
    ends[0]!();
    expect(clock.running()).toBe(1);
    ends[1]!();
    expect(clock.running()).toBe(0);
    await clock.pass(2 * HOUR);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a set with a wrong date', () => {
  const DAY = 24 * HOUR;
  test.each([
    ['ahead', DAY],
    ['behind', -DAY],
    ['of 2019', -7 * 365 * DAY],
  ])('%s asks once, soon after the instant, when an answer corrects it later', async (_name, wrongMs) => {
    const real = createFakeClock();
    const header = () => new Date(real.instant()).toUTCString();
    const clock = createServerClock({ ...real, instant: () => real.instant() + wrongMs });
    const at = new Date(real.instant() + HOUR).toISOString();
    const calls: number[] = [];
    const watch = createReleaseWatch({
      clock,
      key: () => 'token-7',
      async ask(ids) {
        calls.push(real.instant());
        const isOut = real.instant() >= Date.parse(at);
        clock.heard(header(), clock.now());
        const next = isOut ? null : { episode_num: '4화', at, is_delayed: false, notice: null };
        return ids.map((id) => ({ item_id: id, latest: null, next_release: next }));
      },
      onAnswer: () => undefined,
    });
    const stop = watch.watch(3, at);
    await real.pass(30_000);
    clock.heard(header(), clock.now());
    await real.pass(2 * HOUR);
    const inTime = calls.filter((ms) => ms >= Date.parse(at));
    expect(inTime).toHaveLength(1);
    expect(inTime[0]! - Date.parse(at)).toBeLessThan(SPREAD_MS + 2_000);
    expect(calls.length).toBeLessThanOrEqual(2);
    stop();
  });
});
