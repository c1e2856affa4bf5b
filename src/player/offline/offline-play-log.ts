import type { PlayLogStore, PlayReport } from '#src/player/reports/play-tracker.ts';

/** The right to play a downloaded episode has ended. */
export class OfflineVideoOver extends Error {
  constructor() {
    super('the right to play this download has ended');
    // Set by hand: the built class name is one letter.
    this.name = 'OfflineVideoOver';
  }
}

/**
 * The play log of a downloaded episode was opened with its download. Any later playback on this device superseded it, so
 * the server accepts only one more report, the final one (server/watching/playback/report-rules.ts). Nothing is sent before, and
 * the stored state of a killed page is sent as a final report.
 */
export function createOfflinePlayLog(store: PlayLogStore, send: (report: PlayReport) => Promise<unknown>) {
  return {
    store: {
      ...store,
      save: (report: PlayReport) => store.save({ ...report, isPlayerExit: true }),
    } satisfies PlayLogStore,
    report: (report: PlayReport): Promise<unknown> => (report.isPlayerExit ? send(report) : Promise.resolve()),
  };
}
