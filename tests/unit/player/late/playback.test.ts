import { describe, expect, test } from 'vitest';
import { PlaybackError } from '#src/player/playback-error.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { STEPS } from './steps.ts';
import { createViewer, startPlaying, TICKET_SECONDS, type Player, type Viewer } from './viewer.ts';

/* The answer to each step of a playback comes after the viewer did something else. */

/** Longer than every retry and timeout of a playback, in ms. */
const LONG_MS = 120_000;

/** Every play log is closed, or its report waits on the disk; no timer and no listener is left. */
async function expectNothingLeft({ clock, openPlayLogs, pendingPlayLogs }: Viewer, players: readonly Player[]) {
  await clock.pass(LONG_MS);
  expect(openPlayLogs().filter((playLogId) => !pendingPlayLogs().includes(playLogId))).toEqual([]);
  expect(clock.running()).toBe(0);
  for (const { engine, playback } of players) {
    expect(engine.subscriptions()).toBe(0);
    expect(engine.calls.filter((call) => call === 'destroy')).toHaveLength(1);
    expect(playback.getState().phase).toBe('closed');
  }
}

describe.each(Object.entries(STEPS))('when the answer to %s comes late', (_name, step) => {
  const begin = async () => {
    const viewer = createViewer(step.video);
    return { viewer, ...(await step.begin(viewer)) };
  };
  /** What the player does after the answer. */
  const lastOf = (player: Player) => {
    const { phase } = player.playback.getState();
    return phase === 'kicked' ? phase : player.state();
  };

  /** Whoever leaves an advertisement that came back is not shown it a third time. */
  const leaveAgain = async (player: Player) => {
    if (!step.comesBack) return;
    expect(player.playback.adBreak.getState()).not.toBeNull();
    player.setHidden(true);
    await settled();
    player.setHidden(false);
    await settled();
  };

  test.each(['comes', 'is lost'])('a player that was left does nothing (the answer %s)', async (how) => {
    const { viewer, player, late } = await begin();
    const closing = player.playback.close();
    await settled();
    const from = player.engine.calls.length;
    const { video } = viewer.asked();
    if (how === 'comes') late.answer();
    else late.fail(new Error('cut'));
    await closing;
    await viewer.clock.pass(LONG_MS);
    expect(player.loud(from)).toEqual([]);
    expect(viewer.asked().video).toBe(video);
    await expectNothingLeft(viewer, [player]);
  });

  test('a hidden page loads nothing, and one that is shown again plays once', async () => {
    const { viewer, player, late } = await begin();
    player.setHidden(true);
    const from = player.engine.calls.length;
    late.answer();
    await viewer.clock.pass(1_000);
    expect(player.loud(from).filter((call) => call !== 'readdress')).toEqual([]);
    player.setHidden(false);
    await settled();
    await leaveAgain(player);
    expect(lastOf(player)).toBe(step.after ?? 'playing');
    await player.playback.close();
    await expectNothingLeft(viewer, [player]);
  });

  test('a page that was hidden and shown again loads and plays once', async () => {
    const { viewer, player, late } = await begin();
    player.setHidden(true);
    await settled();
    const from = player.engine.calls.length;
    player.setHidden(false);
    await settled();
    await leaveAgain(player);
    expect(player.playback.adBreak.getState()).toBeNull();
    late.answer();
    await viewer.clock.pass(3_000);
    expect(lastOf(player)).toBe(step.after ?? 'playing');
    expect(player.playback.machine.getState().isPlayWanted).toBe(true);
    expect(player.playback.adBreak.getState()).toBeNull();
    const played = player.loud(from).filter((call) => call === 'load' || call === 'play');
    // A takeover may be known before the picture returns. An advertisement that comes back is loaded before the picture.
    expect(played.join()).toMatch(
      step.after ? /^(load,play)?$/ : step.comesBack ? /^load,play,load,play$/ : /^load,play$/,
    );
    await player.playback.close();
    await expectNothingLeft(viewer, [player]);
  });

  test('the next player plays on, and the one before it does nothing', async () => {
    const { viewer, player, late } = await begin();
    void player.playback.close();
    const from = player.engine.calls.length;
    const next = await startPlaying(viewer);
    late.answer();
    await viewer.clock.pass(3_000);
    expect(player.loud(from)).toEqual([]);
    expect(next.state() === 'playing' || next.playback.adBreak.getState() !== null).toBe(true);
    expect(next.playback.getState().phase).toBe('open');
    expect(next.loud(0).filter((call) => call === 'load')).toHaveLength(1);
    await next.playback.close();
    await expectNothingLeft(viewer, [player, next]);
  });

  test('a player whose network is gone leaves nothing open', async () => {
    const { viewer, player, late } = await begin();
    player.engine.emit({ type: 'network', isGone: true });
    late.fail(new Error('cut'));
    await viewer.clock.pass(1_000);
    await player.playback.close();
    await expectNothingLeft(viewer, [player]);
  });
});

test.each([
  'a report of a play log that is over',
  'the renewal before the picture returns, of a play log that is over',
])('nothing is loaded between the answer to %s and the new video', async (name) => {
  const step = STEPS[name]!;
  const viewer = createViewer(step.video);
  const { player, late } = await step.begin(viewer);
  const video = viewer.hold('video');
  const from = player.engine.calls.length;
  late.answer();
  await viewer.clock.pass(1_000);
  expect(viewer.asked().video).toBe(2);
  expect(player.loud(from)).toEqual([]);
  video.answer();
  await settled();
  expect(player.state()).toBe('playing');
  await player.playback.close();
  await expectNothingLeft(viewer, [player]);
});

test('a load that fails after the page was hidden shows no error when the page returns', async () => {
  const viewer = createViewer();
  const { player, late } = await STEPS['a load']!.begin(viewer);
  player.setHidden(true);
  late.fail(new Error('cut'));
  await settled();
  player.setHidden(false);
  await settled();
  expect(player.state()).toBe('playing');
});

test('a new video that comes after the viewer was told of the end is closed and not played', async () => {
  const viewer = createViewer();
  const { player, late } = await STEPS['the video of a new play log']!.begin(viewer);
  const error = new PlaybackError('test', {
    kind: 'forbidden',
    severity: 'critical',
    category: 'network',
    code: 1001,
  });
  player.engine.emit({ type: 'error', error });
  await viewer.clock.pass(20_000);
  expect(player.playback.getState().phase).toBe('expired');
  const from = player.engine.calls.length;
  late.answer();
  await settled();
  expect(player.playback.getState().phase).toBe('expired');
  expect(player.loud(from)).toEqual([]);
  expect(viewer.openPlayLogs()).toEqual([]);
  await player.playback.close();
  await expectNothingLeft(viewer, [player]);
});

test('a downloaded episode that comes after the viewer left is not reported, because the server has no play log', async () => {
  const step = STEPS['the read of a downloaded episode']!;
  const viewer = createViewer(step.video);
  const { player, late } = await step.begin(viewer);
  void player.playback.close();
  late.answer();
  await settled();
  expect(viewer.asked().report).toBe(0);
});

test("a ticket of the play log before does not get into the new video's addresses", async () => {
  const viewer = createViewer({ ticket: { ticket: 'ticket-0', expires_at: '', expires_in: TICKET_SECONDS } });
  const { player, late } = await STEPS["a ticket's renewal"]!.begin(viewer);
  viewer.refuse('report', 'PLAYBACK_EXPIRED');
  // A ticket's renewal is given up after 8 s; a report follows before that.
  player.setHidden(true);
  await settled();
  expect(player.playback.getState().video?.play_log_id).toBe('log-2');
  late.answer();
  await settled();
  expect(player.playback.getState().video?.ticket?.ticket).toBe('ticket-0');
});
