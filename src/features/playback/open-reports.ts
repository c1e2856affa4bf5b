import type { Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { createPendingReports, type PendingReports, type PendingReportsOptions } from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';
import { toWireReport } from './report.ts';

export interface ReportQueueParts extends Pick<PendingReportsOptions, 'storage' | 'clock'> {
  readonly api: Client;
  readonly session: SessionStore;
}

/** Opens the queue of reports on the disk. A page has one: see `PlaybackServices`. */
export const openReports = ({ api, session, storage, clock }: ReportQueueParts): PendingReports =>
  createPendingReports({
    storage,
    clock,
    report(playLogId, report, profileId) {
      const { lastProfile } = session.getState();
      // Another profile is watching by now, and its token cannot report this play log.
      if (lastProfile?.profile.id !== profileId) return Promise.reject(new Error('not the profile that watched'));
      return reportPlayLog(api, playLogId, toWireReport(report), lastProfile.token);
    },
    errorCodeOf,
    logError: (error) => console.warn('pending report', error),
  });
