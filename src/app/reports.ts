import { openReports } from '#src/features/playback/open-reports.ts';
import type { PlaybackServices } from '#src/features/playback/playback-context.ts';
import { createReportSender, type ReportSender, type ReportSenderOptions } from './report-sender.ts';

export interface ReportsOptions extends Omit<ReportSenderOptions, 'pendingReports'> {
  readonly pendingReports: PlaybackServices['pendingReports'];
}

/** Creates the sender of the report queue. Loaded lazily: the first screen does not need it. */
export const startReports = ({ pendingReports, ...options }: ReportsOptions): ReportSender =>
  createReportSender({ ...options, pendingReports: pendingReports(openReports) });
