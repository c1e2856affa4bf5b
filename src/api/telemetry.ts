import { reportCrash, reportQuality, type CrashReport, type QualityReport } from '#contract/quality.ts';
import type { Client } from './client/client.ts';

/** @param token of the profile that watched, if it may differ from the current one. */
export const tellQuality = (api: Client, playLogId: string, body: QualityReport, token?: string) =>
  api.call(reportQuality, { params: { id: playLogId }, body }, token === undefined ? {} : { token });

export const tellCrash = (api: Client, body: CrashReport) => api.call(reportCrash, { body });
