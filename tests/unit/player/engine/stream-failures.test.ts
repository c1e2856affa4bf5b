import { describe, expect, test } from 'vitest';
import { createStreamFailures } from '#src/player/engine/stream-failures.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import { toPlaybackError } from '#src/player/engine/shaka-error.ts';
import { createStreamAddresses } from '#src/player/engine/stream-addresses.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const LOADED = '/media/one/7/manifest.mpd';
const RENEWED = '/media/two/7/manifest.mpd';
const PIECE = '/media/one/7/video-3.m4s';

const RECOVERABLE = 1;
const CRITICAL = 2;
const shakaError = (code: number, severity: number, data: readonly unknown[] = []) =>
  toPlaybackError({ severity, category: Math.floor(code / 1_000), code, data });

const answered = (status: number, address = PIECE, severity = CRITICAL) =>
  shakaError(1001, severity, [address, status]);
const unanswered = (severity = CRITICAL) => shakaError(1002, severity, [PIECE]);

function setUp({ isLoaded = true, isHeightChosen = false } = {}) {
  const clock = createFakeClock();
  const addresses = createStreamAddresses(LOADED);
  return {
    clock,
    addresses,
    renew: (url = RENEWED) => addresses.replace([{ protocol: 'dash', url, drm: null }]),
    answerTo: createStreamFailures({
      clock,
      addresses,
      isLoaded: () => isLoaded,
      isHeightChosen: () => isHeightChosen,
    }),
  };
}

const timedOut = new PlaybackError('own', { kind: 'timeout', severity: 'critical', category: 'app', code: 1 });

describe('the first failure', () => {
  test.each([
    ['401', answered(401), 'fail-load', 'ask-for-addresses'],
    ['403', answered(403), 'fail-load', 'ask-for-addresses'],
    ['410', answered(410), 'fail-load', 'ask-for-addresses'],
    ['403 that Shaka recovers from', answered(403, PIECE, RECOVERABLE), 'tell', 'ask-for-addresses'],
    ['404', answered(404), 'fail-load', 'tell-and-retry'],
    ['404 that Shaka recovers from', answered(404, PIECE, RECOVERABLE), 'tell', 'tell'],
    ['SEGMENT_MISSING, which has no address', shakaError(1011, CRITICAL), 'fail-load', 'tell'],
    ['500', answered(500), 'fail-load', 'wait-for-network'],
    ['HTTP_ERROR', unanswered(), 'fail-load', 'wait-for-network'],
    ['HTTP_ERROR that Shaka goes on from', unanswered(RECOVERABLE), 'tell', 'tell'],
    ['TIMEOUT', shakaError(1003, CRITICAL), 'fail-load', 'wait-for-network'],
    ['VIDEO_ERROR', shakaError(3016, CRITICAL, [3]), 'fail-load', 'tell'],
    ['DASH_INVALID_XML', shakaError(4001, CRITICAL), 'fail-load', 'tell'],
    ['RESTRICTIONS_CANNOT_BE_MET', shakaError(4012, CRITICAL), 'fail-load', 'tell'],
    ['LICENSE_REQUEST_FAILED', shakaError(6007, CRITICAL), 'fail-load', 'tell'],
    ['a time limit of ours', timedOut, 'fail-load', 'tell'],
    ['something that is no error of Shaka', toPlaybackError(new TypeError('x')), 'fail-load', 'tell'],
  ] as const)(
    'the first failure %s has its answers while loading and while playing',
    (_, error, whileLoading, whilePlaying) => {
      expect(setUp({ isLoaded: false }).answerTo(error)).toBe(whileLoading);
      expect(setUp().answerTo(error)).toBe(whilePlaying);
    },
  );
});

describe('a refusal', () => {
  test('requests new addresses once, however many requests were refused', () => {
    const { answerTo } = setUp();
    expect([answered(403), answered(403, '/media/one/7/audio-3.m4s'), answered(410)].map(answerTo)).toEqual([
      'ask-for-addresses',
      'ignore',
      'ignore',
    ]);
  });

  test('only repeats the request when its address was replaced since', () => {
    const { answerTo, renew } = setUp();
    answerTo(answered(403));
    renew();
    expect(answerTo(answered(403))).toBe('retry');
    expect(answerTo(answered(403, '/media/two/7/video-3.m4s'))).toBe('ask-for-addresses');
    renew('/media/three/7/manifest.mpd');
    expect(answerTo(answered(403, '/media/two/7/video-3.m4s'))).toBe('retry');
  });

  test('requests addresses again after a renewal that returned the same one', () => {
    const { answerTo, renew } = setUp();
    answerTo(answered(403));
    renew(LOADED);
    expect(answerTo(answered(403))).toBe('ask-for-addresses');
  });
});

describe('a missing segment', () => {
  const OTHER = '/media/one/7/video-4.m4s';

  test.each([
    ['at a height that the viewer chose', true, ['tell-and-retry', 'tell-and-retry-at-any-height', 'tell']],
    ['at a height that Shaka chose', false, ['tell-and-retry', 'tell', 'tell']],
  ])('a segment that stays missing %s leads to %s', (_, isHeightChosen, answers) => {
    const { answerTo } = setUp({ isHeightChosen });
    expect([1, 2, 3].map(() => answerTo(answered(404)))).toEqual(answers);
  });

  test('counts by its address', () => {
    const { answerTo } = setUp();
    expect([answered(404), answered(404, OTHER)].map(answerTo)).toEqual(['tell-and-retry', 'tell-and-retry']);
  });

  test('is forgotten after a minute', () => {
    const { answerTo, clock } = setUp();
    answerTo(answered(404));
    clock.advance(59_999);
    expect(answerTo(answered(404))).toBe('tell');
    clock.advance(1);
    expect(answerTo(answered(404))).toBe('tell-and-retry');
  });
});
