import { describe, expect, test, vi } from 'vitest';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Video } from '#contract/playback.ts';
import { createMediaTicket, withTicket } from '#src/player/media-ticket.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const LIFE_SECONDS = 180;
const LIFE_MS = LIFE_SECONDS * 1000;

const ticketOf = (name: string): MediaTicket => ({
  ticket: name,
  // Never read: the television's date may be hours off.
  expires_at: '2020-01-01T00:00:00Z',
  expires_in: LIFE_SECONDS,
});

type Outcome = MediaTicket | 'lost' | 'over' | 'never';

function setUp() {
  expectNothingLeft(() => renewal.stop());
  const clock = createFakeClock();
  const answers: Outcome[] = [];
  let issued = 0;
  const renew = vi.fn((): Promise<MediaTicket> => {
    const next = answers.shift();
    if (next === 'lost') return Promise.reject(new Error('lost'));
    if (next === 'over') return Promise.reject(new Error('over'));
    if (next === 'never') return new Promise(() => undefined);
    return Promise.resolve(next ?? ticketOf(`ticket-${(issued += 1)}`));
  });
  const onRenewed = vi.fn();
  const onOver = vi.fn();
  const renewal = createMediaTicket({
    clock,
    ticket: ticketOf('first'),
    renew,
    isFinal: (error) => (error as Error).message === 'over',
    onRenewed,
    onOver,
    logError: () => undefined,
  });
  return { clock, answers, renew, onRenewed, onOver, renewal };
}

describe('a media ticket', () => {
  test('is renewed at half of its lifetime, repeatedly', async () => {
    const { clock, renew, onRenewed } = setUp();
    await clock.pass(LIFE_MS / 2 - 1000);
    expect(renew).not.toHaveBeenCalled();
    await clock.pass(1000);
    expect(onRenewed.mock.calls).toEqual([[ticketOf('ticket-1')]]);
    await clock.pass(10 * LIFE_MS);
    expect(onRenewed).toHaveBeenCalledTimes(21);
  });

  test.each(['lost', 'never'] as const)('is renewed before it expires when answers are lost (%s)', async (outcome) => {
    const { clock, answers, onRenewed, onOver } = setUp();
    answers.push(outcome, outcome, outcome);
    await clock.pass(LIFE_MS - 1000);
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(onOver).not.toHaveBeenCalled();
  });

  test('is renewed at once, and once for all requests, when media is refused', async () => {
    const { clock, renewal, onRenewed, renew } = setUp();
    await clock.pass(10_000);
    for (let request = 0; request < 3; request += 1) renewal.refused();
    await settled();
    expect(renew).toHaveBeenCalledTimes(1);
    expect(onRenewed).toHaveBeenCalledTimes(1);
  });

  test('is abandoned when media is refused again right after a renewal', async () => {
    const { clock, renewal, onOver, renew } = setUp();
    renewal.refused();
    await settled();
    await clock.pass(2000);
    renewal.refused();
    expect(onOver.mock.calls).toEqual([[null]]);
    renewal.refused();
    await clock.pass(LIFE_MS);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('survives a refusal long after the last one', async () => {
    const { clock, renewal, onOver, onRenewed } = setUp();
    for (let times = 1; times <= 3; times += 1) {
      renewal.refused();
      await clock.pass(20_000);
      expect(onRenewed).toHaveBeenCalledTimes(times);
    }
    expect(onOver).not.toHaveBeenCalled();
  });

  test('is renewed once when refusals arrive during a renewal', async () => {
    const { clock, answers, renewal, onOver, onRenewed } = setUp();
    answers.push('lost');
    renewal.refused();
    await settled();
    renewal.refused();
    await clock.pass(10_000);
    expect(onOver).not.toHaveBeenCalled();
    expect(onRenewed).toHaveBeenCalled();
  });

  test("ends with its play log and reports the server's reason", async () => {
    const { clock, answers, onOver, renew } = setUp();
    answers.push('over');
    await clock.pass(2 * LIFE_MS);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(onOver.mock.calls[0]![0]).toEqual(new Error('over'));
    expect(renew).toHaveBeenCalledTimes(1);
    expect(clock.running()).toBe(0);
  });

  test('is renewed when the television wakes up after hours', async () => {
    const { clock, onRenewed } = setUp();
    clock.suspend(8 * 3_600_000);
    await settled();
    expect(onRenewed).toHaveBeenCalledTimes(1);
  });

  test('is renewed by the first refusal after a sleep that the clock did not count', async () => {
    const { renewal, onRenewed, onOver } = setUp();
    renewal.refused();
    await settled();
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(onOver).not.toHaveBeenCalled();
  });

  test('is renewed by a page that becomes visible only where it is due', async () => {
    const { clock, answers, renewal, onRenewed, renew } = setUp();
    expect(renewal.isDue()).toBe(false);
    await renewal.freshen();
    expect(renew).not.toHaveBeenCalled();
    answers.push('lost');
    clock.advance(LIFE_MS / 2);
    await settled();
    expect(renewal.isDue()).toBe(true);
    await renewal.freshen();
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(renewal.isDue()).toBe(false);
  });

  test('is renewed after a 404 only where it is due', async () => {
    const { clock, answers, renewal, renew } = setUp();
    renewal.missing();
    expect(renew).not.toHaveBeenCalled();
    answers.push('lost');
    await clock.pass(LIFE_MS / 2);
    renewal.missing();
    expect(renew).toHaveBeenCalledTimes(2);
  });

  test('stops with the playback, even with an answer in flight', async () => {
    const { clock, renewal, onRenewed } = setUp();
    renewal.refused();
    renewal.stop();
    await settled();
    await clock.pass(LIFE_MS);
    expect(onRenewed).not.toHaveBeenCalled();
    expect(clock.running()).toBe(0);
  });
});

test('a video replaces the ticket in all of its addresses except those on the disk', () => {
  const video: Video = {
    episode_id: 7,
    play_log_id: 'log-1',
    resume_offset: 0,
    expires_at: '2026-11-21T00:00:00Z',
    ticket: ticketOf('old'),
    streams: [
      { protocol: 'dash', url: 'offline:manifest/idb/v5/1', drm: null },
      { protocol: 'dash', url: 'https://edge.test/media/old/clips/7/manifest.mpd', drm: null },
    ],
    subtitles: [{ lang: 'ko', label: '한국어', url: 'https://edge.test/media/old/clips/7/ko.vtt' }],
    thumbnails: { url: 'https://edge.test/media/old/7.jpg', interval: 5, columns: 5, rows: 4, width: 160, height: 90 },
    drawings: [{ lang: 'ko', label: '한국어', url: 'https://edge.test/media/old/clips/7/drawn.json' }],
    picture_subtitles: [
      {
        ...{ lang: 'en', label: '영어 (그림)', role: 'subtitle', url: 'https://edge.test/media/old/clips/7/en.vtt' },
        sheets: ['https://edge.test/media/old/clips/7/en-1.webp'],
      },
    ],
    markers: { intro: null, outro: null },
    next_episode_id: null,
  };
  const changed = withTicket(video, ticketOf('new'));
  expect(changed.streams.map(({ url }) => url)).toEqual([
    'offline:manifest/idb/v5/1',
    'https://edge.test/media/new/clips/7/manifest.mpd',
  ]);
  expect(changed.subtitles[0]!.url).toBe('https://edge.test/media/new/clips/7/ko.vtt');
  expect(changed.drawings![0]!.url).toBe('https://edge.test/media/new/clips/7/drawn.json');
  expect(changed.picture_subtitles).toMatchObject([
    { url: 'https://edge.test/media/new/clips/7/en.vtt', sheets: ['https://edge.test/media/new/clips/7/en-1.webp'] },
  ]);
  expect(changed.thumbnails!.url).toBe('https://edge.test/media/new/7.jpg');
  expect(withTicket({ ...video, ticket: undefined }, ticketOf('new')).streams).toEqual(video.streams);
});
