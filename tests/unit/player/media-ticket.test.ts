import { describe, expect, test, vi } from 'vitest';
import type { MediaTicket } from '#contract/media-tickets.ts';
import type { Video } from '#contract/playback.ts';
import { createMediaTicket, withTicket } from '#src/player/media-ticket.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const LIFE_SECONDS = 180;
const LIFE_MS = LIFE_SECONDS * 1000;

const ticketOf = (name: string): MediaTicket => ({
  ticket: name,
  // The television's date may be hours off: this is not read.
  expires_at: '2020-01-01T00:00:00Z',
  expires_in: LIFE_SECONDS,
});

type Outcome = MediaTicket | 'lost' | 'over' | 'never';

function setUp() {
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
  const keeper = createMediaTicket({
    clock,
    ticket: ticketOf('first'),
    renew,
    isFinal: (error) => (error as Error).message === 'over',
    onRenewed,
    onOver,
    logError: () => undefined,
  });
  return { clock, answers, renew, onRenewed, onOver, keeper };
}

describe('a media ticket', () => {
  test('is renewed at half of its life, again and again', async () => {
    const { clock, renew, onRenewed } = setUp();
    await clock.pass(LIFE_MS / 2 - 1000);
    expect(renew).not.toHaveBeenCalled();
    await clock.pass(1000);
    expect(onRenewed.mock.calls).toEqual([[ticketOf('ticket-1')]]);
    await clock.pass(10 * LIFE_MS);
    expect(onRenewed).toHaveBeenCalledTimes(21);
  });

  test.each(['lost', 'never'] as const)('is renewed before its end when answers are lost (%s)', async (outcome) => {
    const { clock, answers, onRenewed, onOver } = setUp();
    answers.push(outcome, outcome, outcome);
    await clock.pass(LIFE_MS - 1000);
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(onOver).not.toHaveBeenCalled();
  });

  test('is renewed at once when media is refused, once for all requests', async () => {
    const { clock, keeper, onRenewed, renew } = setUp();
    await clock.pass(10_000);
    for (let request = 0; request < 3; request += 1) keeper.refused();
    await settled();
    expect(renew).toHaveBeenCalledTimes(1);
    expect(onRenewed).toHaveBeenCalledTimes(1);
  });

  test('is given up when media is refused again right after that', async () => {
    const { clock, keeper, onOver, renew } = setUp();
    keeper.refused();
    await settled();
    await clock.pass(2000);
    keeper.refused();
    expect(onOver.mock.calls).toEqual([[null]]);
    keeper.refused();
    await clock.pass(LIFE_MS);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('survives a refusal long after the last one', async () => {
    const { clock, keeper, onOver, onRenewed } = setUp();
    for (let times = 1; times <= 3; times += 1) {
      keeper.refused();
      await clock.pass(20_000);
      expect(onRenewed).toHaveBeenCalledTimes(times);
    }
    expect(onOver).not.toHaveBeenCalled();
  });

  test('waits for the answer when refusals come meanwhile', async () => {
    const { clock, answers, keeper, onOver, onRenewed } = setUp();
    answers.push('lost');
    keeper.refused();
    await settled();
    keeper.refused();
    await clock.pass(10_000);
    expect(onOver).not.toHaveBeenCalled();
    expect(onRenewed).toHaveBeenCalled();
  });

  test('is over with its play log, and tells the server’s word', async () => {
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
    const { keeper, onRenewed, onOver } = setUp();
    keeper.refused();
    await settled();
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(onOver).not.toHaveBeenCalled();
  });

  test('is asked for again by a page that comes back, only where it is due', async () => {
    const { clock, answers, keeper, onRenewed, renew } = setUp();
    expect(keeper.isDue()).toBe(false);
    await keeper.freshen();
    expect(renew).not.toHaveBeenCalled();
    answers.push('lost');
    clock.advance(LIFE_MS / 2);
    await settled();
    expect(keeper.isDue()).toBe(true);
    await keeper.freshen();
    expect(onRenewed).toHaveBeenCalledTimes(1);
    expect(keeper.isDue()).toBe(false);
  });

  test('is renewed for media that is not found only where it is due', async () => {
    const { clock, answers, keeper, renew } = setUp();
    keeper.missing();
    expect(renew).not.toHaveBeenCalled();
    answers.push('lost');
    await clock.pass(LIFE_MS / 2);
    keeper.missing();
    expect(renew).toHaveBeenCalledTimes(2);
  });

  test('stops with the playback, also for an answer under way', async () => {
    const { clock, keeper, onRenewed } = setUp();
    keeper.refused();
    keeper.stop();
    await settled();
    await clock.pass(LIFE_MS);
    expect(onRenewed).not.toHaveBeenCalled();
    expect(clock.running()).toBe(0);
  });
});

test('a video changes the ticket in all of its addresses but those on the disk', () => {
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
    markers: { intro: null, outro: null },
    next_episode_id: null,
  };
  const changed = withTicket(video, ticketOf('new'));
  expect(changed.streams.map(({ url }) => url)).toEqual([
    'offline:manifest/idb/v5/1',
    'https://edge.test/media/new/clips/7/manifest.mpd',
  ]);
  expect(changed.subtitles[0]!.url).toBe('https://edge.test/media/new/clips/7/ko.vtt');
  expect(changed.thumbnails!.url).toBe('https://edge.test/media/new/7.jpg');
  expect(withTicket({ ...video, ticket: undefined }, ticketOf('new')).streams).toEqual(video.streams);
});
