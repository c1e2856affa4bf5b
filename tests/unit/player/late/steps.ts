import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { createLate, type Late } from '#tests/support/app/late.ts';
import { holdEngine, startPlaying, TICKET_SECONDS, type HeldCall, type Player, type Viewer } from './viewer.ts';

/** A step of a playback that waits for an answer. */
export interface Step {
  readonly video?: Partial<PlayedVideo>;
  /** Brings a player into the step, and holds its answer. */
  begin(viewer: Viewer): Promise<{ readonly player: Player; readonly late: Late<void> }>;
  /** The player after the answer to a viewer who hid the page and came back. Default: the picture moves. */
  readonly after?: 'kicked';
  /** Whether an advertisement that was left comes back, once, before the picture moves. */
  readonly comesBack?: true;
}

const TICKET = { ticket: 'ticket-0', expires_at: '', expires_in: TICKET_SECONDS };
const BREAKS = [{ id: 'start', offset: 0 }];

/** Opens a player whose next call of this kind waits. */
const opening = async (viewer: Viewer, call: HeldCall) => {
  const late = viewer.hold(call);
  return { player: await startPlaying(viewer), late };
};

/** Plays until the regular report, whose answer waits. */
const reporting = async (viewer: Viewer) => {
  const player = await startPlaying(viewer);
  const late = viewer.hold('report');
  await player.watch(60);
  return { player, late };
};

/** Plays until half of the ticket's life, when its renewal waits. */
const renewing = async (viewer: Viewer) => {
  const player = await startPlaying(viewer);
  const late = viewer.hold('ticket');
  await player.watch(TICKET_SECONDS / 2);
  return { player, late };
};

/** Comes back after an hour, when the ticket is renewed before the picture. */
const returning = async (viewer: Viewer) => {
  const player = await startPlaying(viewer);
  player.setHidden(true);
  const late = viewer.hold('ticket');
  viewer.clock.suspend(3_600_000);
  await settled();
  player.setHidden(false);
  await settled();
  return { player, late };
};

/** The step, with a refusal as its answer. */
const refused =
  (call: 'report' | 'ticket', code: 'PLAYBACK_DEACTIVATED' | 'PLAYBACK_EXPIRED', begin: Step['begin']): Step['begin'] =>
  (viewer) => {
    viewer.refuse(call, code);
    return begin(viewer);
  };

export const STEPS: Readonly<Record<string, Step>> = {
  'the report of an earlier page': {
    begin(viewer) {
      viewer.leaveReport('log-0');
      return opening(viewer, 'report');
    },
  },
  'the video call': { begin: (viewer) => opening(viewer, 'video') },
  'the read of a downloaded episode': {
    video: { offline: { expiresAt: '2026-11-21T00:00:00Z', watchedSeconds: 30 } },
    begin: (viewer) => opening(viewer, 'video'),
  },
  'the attaching of the decoder': {
    async begin(viewer) {
      const player = viewer.open();
      const late = holdEngine(player.engine, 'onAttach');
      player.start();
      await settled();
      player.engine.onAttach = 'attached';
      return { player, late };
    },
  },
  'a load': {
    async begin(viewer) {
      const player = viewer.open();
      const late = holdEngine(player.engine, 'onLoad');
      player.start();
      await settled();
      player.engine.onLoad = 'loaded';
      return { player, late };
    },
  },
  'a sound that was chosen during a load': {
    async begin(viewer) {
      const { player, late } = await STEPS['a load']!.begin(viewer);
      player.playback.selectAudio('ja');
      return { player, late };
    },
  },
  "the browser's permission to play": {
    async begin(viewer) {
      const player = viewer.open();
      const late = createLate();
      player.engine.isPlayAllowed = late.promise.then(
        () => false,
        () => true,
      );
      player.start();
      await settled();
      player.engine.isPlayAllowed = true;
      return { player, late };
    },
  },
  'a seek': {
    async begin(viewer) {
      const player = await startPlaying(viewer);
      player.playback.machine.seekTo(900);
      player.engine.report('seeking');
      const late = createLate();
      void late.promise.then(
        () => player.engine.report('playing', 900),
        () => player.engine.report('buffering', 900),
      );
      return { player, late };
    },
  },
  'a regular report': { begin: reporting },
  'a report that a takeover refuses': { begin: refused('report', 'PLAYBACK_DEACTIVATED', reporting), after: 'kicked' },
  'a report of a play log that is over': { begin: refused('report', 'PLAYBACK_EXPIRED', reporting) },
  'the video of a new play log': {
    async begin(viewer) {
      viewer.refuse('report', 'PLAYBACK_EXPIRED');
      const player = await startPlaying(viewer);
      const late = viewer.hold('video');
      await player.watch(60);
      return { player, late };
    },
  },
  "a ticket's renewal": { video: { ticket: TICKET }, begin: renewing },
  'a renewal that a takeover refuses': {
    video: { ticket: TICKET },
    begin: refused('ticket', 'PLAYBACK_DEACTIVATED', renewing),
    after: 'kicked',
  },
  'the renewal before the picture returns': { video: { ticket: TICKET }, begin: returning },
  'the renewal before the picture returns, of a play log that is over': {
    video: { ticket: TICKET },
    begin: refused('ticket', 'PLAYBACK_EXPIRED', returning),
  },
  'the renewal before the picture returns, which a takeover refuses': {
    video: { ticket: TICKET },
    begin: refused('ticket', 'PLAYBACK_DEACTIVATED', returning),
    after: 'kicked',
  },
  'the reason of refused media': {
    async begin(viewer) {
      const player = await startPlaying(viewer);
      viewer.refuse('ticket', 'PLAYBACK_DEACTIVATED');
      const late = viewer.hold('ticket');
      player.engine.emit({ type: 'refused' });
      await settled();
      return { player, late };
    },
    after: 'kicked',
  },
  "an advertisement's call": { video: { ad_breaks: BREAKS }, begin: (viewer) => opening(viewer, 'ad') },
  "an advertisement's load": {
    video: { ad_breaks: BREAKS },
    begin: (viewer) => STEPS['a load']!.begin(viewer),
    comesBack: true,
  },
  "an advertisement's event": {
    video: { ad_breaks: BREAKS },
    begin: (viewer) => opening(viewer, 'ad event'),
    comesBack: true,
  },
};
