import { expect, test, vi } from 'vitest';
import { createReportSender } from '#src/app/report-sender.ts';
import { createPendingReports } from '#src/player/index.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { buildProfile } from '#tests/support/build.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';

const PROFILE = buildProfile();

/** A viewer who leaves play logs while the network fails, and the sender under test. */
function setUp() {
  const clock = createFakeClock();
  const session = createSessionStore(createMemoryStorage());
  session.getState().signIn('account-token');
  session.getState().chooseProfile('profile-token', PROFILE);
  const network = { isGone: true };
  const triedAt: number[] = [];
  const report = vi.fn(() => {
    triedAt.push(clock.now());
    return network.isGone ? Promise.reject(new Error('gone')) : Promise.resolve();
  });
  const pendingReports = createPendingReports({
    storage: createMemoryStorage(),
    clock,
    report,
    errorCodeOf: () => null,
    logError: vi.fn(),
  });
  const onSent = vi.fn();
  const sender = createReportSender({ clock, session, pendingReports, onSent });
  return {
    clock,
    network,
    pendingReports,
    report,
    sender,
    session,
    triedAt,
    onSent,
    /** Opens a play log whose final report is in flight; `fail` lets the call fail. */
    leave() {
      const store = pendingReports.open('a', PROFILE.id);
      store.save({ totalPlayTime: 10, playEndOffset: 20, isPlayerExit: true });
      return { fail: () => store.release() };
    },
  };
}

test('the sender sends a report whose call fails only after the television reported the network back', async () => {
  const { clock, leave, network, pendingReports, sender } = setUp();
  const { fail } = leave();
  network.isGone = false;
  sender.send();
  await settled();
  fail();
  await clock.pass(1_000);
  expect(pendingReports.list()).toEqual([]);
});

test('the sender retries with a growing delay of at most a minute', async () => {
  const { clock, leave, sender, triedAt } = setUp();
  leave().fail();
  sender.send();
  await clock.pass(300_000);
  const waits = triedAt.slice(1).map((atMs, index) => (atMs - triedAt[index]!) / 1_000);
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('the sender resets its delay when the television reports the network back', async () => {
  const { clock, leave, network, pendingReports, sender } = setUp();
  leave().fail();
  await clock.pass(300_000);
  sender.send();
  await settled();
  network.isGone = false;
  await clock.pass(1_000);
  expect(pendingReports.list()).toEqual([]);
});

test('the sender stops when everything is sent', async () => {
  const { clock, leave, network, onSent, report } = setUp();
  leave().fail();
  network.isGone = false;
  await clock.pass(300_000);
  expect(report).toHaveBeenCalledTimes(1);
  expect(onSent).toHaveBeenCalledTimes(1);
  expect(clock.running()).toBe(0);
});

test('the sender stops at sign-out, and the reports wait for their own profile', async () => {
  const { clock, leave, report, pendingReports, session } = setUp();
  leave().fail();
  session.getState().signOut();
  await clock.pass(300_000);
  expect(report).not.toHaveBeenCalled();
  expect(pendingReports.list()).toHaveLength(1);
  expect(clock.running()).toBe(0);
});
