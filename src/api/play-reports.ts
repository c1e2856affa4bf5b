import { updatePlayLog, type PlayLogReport } from '#contract/play-logs.ts';
import type { Client } from './client/client.ts';

/** @param token of the profile that watched, if it may differ from the current one. */
export const reportPlayLog = (api: Client, playLogId: string, report: PlayLogReport, token?: string) =>
  api.call(updatePlayLog, { params: { id: playLogId }, body: report }, token === undefined ? {} : { token });
