import { updatePlayLog, type PlayLogReport } from '#contract/play-logs.ts';
import type { Client } from './client.ts';

/** @param token the token of the profile that watched, when that may not be the one watching now. */
export const reportPlayLog = (api: Client, playLogId: string, report: PlayLogReport, token?: string) =>
  api.call(updatePlayLog, { params: { id: playLogId }, body: report }, token === undefined ? {} : { token });
