import { expect, test } from 'vitest';
import { PlaybackError } from '#src/player/playback-error.ts';
import { toPlaybackError } from '#src/player/engine/shaka-error.ts';

const shakaError = (code: number, data: readonly unknown[] = [], severity = 2) => ({
  severity,
  category: Math.floor(code / 1_000),
  code,
  data,
});

test.each([
  ['BAD_HTTP_STATUS 404', shakaError(1001, ['', 404]), 'not-found', 'network'],
  ['BAD_HTTP_STATUS 410', shakaError(1001, ['', 410]), 'forbidden', 'network'],
  ['BAD_HTTP_STATUS 401', shakaError(1001, ['', 401]), 'forbidden', 'network'],
  ['BAD_HTTP_STATUS 403', shakaError(1001, ['', 403]), 'forbidden', 'network'],
  ['BAD_HTTP_STATUS 500', shakaError(1001, ['', 500]), 'network', 'network'],
  ['HTTP_ERROR', shakaError(1002), 'network', 'network'],
  ['TIMEOUT', shakaError(1003), 'network', 'network'],
  ['SEGMENT_MISSING', shakaError(1011), 'not-found', 'network'],
  ['UNSUPPORTED_SCHEME', shakaError(1000), 'unsupported', 'network'],
  ['INVALID_TEXT_HEADER', shakaError(2000), 'unknown', 'text'],
  ['VIDEO_ERROR', shakaError(3016, [3]), 'decode', 'media'],
  ['QUOTA_EXCEEDED_ERROR', shakaError(3017), 'decode', 'media'],
  ['DASH_INVALID_XML', shakaError(4001), 'decode', 'manifest'],
  ['RESTRICTIONS_CANNOT_BE_MET', shakaError(4012), 'unsupported', 'manifest'],
  ['CONTENT_UNSUPPORTED_BY_BROWSER', shakaError(4032), 'unsupported', 'manifest'],
  ['STREAMING_ENGINE_STARTUP_INVALID_STATE', shakaError(5006), 'decode', 'streaming'],
  ['REQUESTED_KEY_SYSTEM_CONFIG_UNAVAILABLE', shakaError(6001), 'drm', 'drm'],
  ['LICENSE_REQUEST_FAILED', shakaError(6007), 'drm', 'drm'],
  ['OBJECT_DESTROYED', shakaError(7003), 'unknown', 'player'],
  ['something thrown', new TypeError('x'), 'unknown', 'app'],
  ['nothing', undefined, 'unknown', 'app'],
])('%s has its kind and category', (_, error, kind, category) => {
  expect(toPlaybackError(error)).toMatchObject({ name: 'PlaybackError', kind, category, severity: 'critical' });
});

test('a Shaka error keeps its severity, code and cause', () => {
  const cause = shakaError(1002, [], 1);
  expect(toPlaybackError(cause)).toMatchObject({ severity: 'recoverable', code: 1002, cause });
});

test("the app's own errors stay unchanged", () => {
  const own = new PlaybackError('own', { kind: 'timeout', severity: 'critical', category: 'app', code: 1 });
  expect(toPlaybackError(own)).toBe(own);
});
