import { expect, test } from 'vitest';
import { listDeviceSessions } from '#contract/device-sessions.ts';
import { statusSchema } from '#contract/status.ts';
import { deviceName } from '#src/screens/settings/device-labels.ts';

const LATER = {
  id: '6f2d6d9a-4b1f-4a8e-9d1e-0c4b8f6f2d6d',
  device: { platform: 'later', model: null, name: null },
  created_at: '2026-11-20T12:00:00Z',
  last_seen_at: '2026-11-20T12:00:00Z',
  is_current: false,
};

test('a set lists a device of a kind that only later versions know', () => {
  const { results } = listDeviceSessions.reply.parse({ count: 1, results: [LATER] });
  expect(results.map(({ device }) => deviceName(device))).toEqual(['TV']);
  expect(deviceName({ ...LATER.device, name: '거실' })).toBe('거실 (TV)');
});

test('a set reads a status with the versions of other kinds of devices', () => {
  const status = { status: 'ok', message: '', server_time: '2026-11-20T12:00:00Z' };
  const min_version = { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' };
  expect(statusSchema.parse({ ...status, min_version: { ...min_version, later: '2.0.0' } })).toEqual({
    ...status,
    min_version,
  });
});
