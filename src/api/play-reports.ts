import { renewMediaTicket, updatePlayLog, type PlayLogReport } from '#contract/play-logs.ts';
import type { Client } from './client.ts';

/** @param token the token of the profile that watched, when that may not be the one watching now. */
export const reportPlayLog = (api: Client, playLogId: string, report: PlayLogReport, token?: string) =>
  api.call(updatePlayLog, { params: { id: playLogId }, body: report }, token === undefined ? {} : { token });

/** The next ticket of a play log's media addresses. */
export const requestMediaTicket = (api: Client, playLogId: string, token?: string) =>
  api.call(renewMediaTicket, { params: { id: playLogId } }, token === undefined ? {} : { token });
