import type { PlayLogStore, PlayReport } from './play-tracker.ts';

/** The right to play a kept episode is over. */
export class KeptVideoOver extends Error {
  constructor() {
    super('the right to play what is kept is over');
    // Set by hand: the built class name is one letter.
    this.name = 'KeptVideoOver';
  }
}

/**
 * The play log of a kept episode was opened when it was kept. Whatever was played here since has taken its place, so that
 * it takes one report more, the one on leaving (server/playback/report-rules.ts): nothing is sent before that, and what a
 * killed page leaves on the disk is sent as if it had been left.
 */
export function createKeptPlayLog(store: PlayLogStore, send: (report: PlayReport) => Promise<unknown>) {
  return {
    store: {
      ...store,
      keep: (report: PlayReport) => store.keep({ ...report, isPlayerExit: true }),
    } satisfies PlayLogStore,
    report: (report: PlayReport): Promise<unknown> => (report.isPlayerExit ? send(report) : Promise.resolve()),
  };
}
