import { expect, test, vi } from 'vitest';
import { createSendReports } from '#src/app/send-reports.ts';
import { settled } from '#tests/support/fake-clock.ts';

test('loads the sender once, and sends with every call', async () => {
  const send = vi.fn();
  const load = vi.fn(() => Promise.resolve({ send }));
  const sendReports = createSendReports(load);
  sendReports();
  sendReports();
  await settled();
  expect(load).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledTimes(2);
});

test('loads the sender again after its script did not come', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const send = vi.fn();
  const load = vi.fn(() => Promise.resolve({ send })).mockRejectedValueOnce(new Error('no script'));
  const sendReports = createSendReports(load);
  sendReports();
  await settled();
  expect(send).not.toHaveBeenCalled();
  sendReports();
  await settled();
  expect(send).toHaveBeenCalledTimes(1);
});
