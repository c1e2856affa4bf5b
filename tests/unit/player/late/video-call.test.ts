import { expect, test, vi } from 'vitest';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import { createVideoCall } from '#src/player/video-call.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createLate, type Late } from '#tests/support/app/late.ts';

test('a new request replaces the current one, whose late video goes back', async () => {
  const lates: Late<PlayedVideo>[] = [];
  const onVideo = vi.fn();
  const onLate = vi.fn();
  const onRefused = vi.fn();
  const call = createVideoCall({
    clock: createFakeClock(),
    request() {
      const late = createLate<PlayedVideo>();
      lates.push(late);
      return late.promise;
    },
    sendPending: () => Promise.resolve(),
    errorCodeOf: () => null,
    onVideo,
    onLate,
    logError: vi.fn(),
  });
  const first = call.ask({ isRetried: false, onRefused });
  await settled();
  void call.ask({ isRetried: false, onRefused });
  await first;
  await settled();
  const [old, now] = ['log-1', 'log-2'].map((play_log_id) => ({ play_log_id }) as PlayedVideo);
  lates[0]?.answer(old!);
  lates[1]?.answer(now!);
  await settled();
  expect(onLate.mock.calls).toEqual([[old]]);
  expect(onVideo.mock.calls).toEqual([[now]]);
});
