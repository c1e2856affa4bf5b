import { lockAccount } from '#server/accounts/index.ts';
import type { Connection } from '#server/db/open.ts';
import { endDownloadGrants, listDownloading, listReporting, type ReportingPlayLog } from './deactivate-store.ts';
import { endPlayLogs } from './store.ts';

export interface Deactivation {
  accountId: string;
  now: Date;
  isEnded(playback: ReportingPlayLog): boolean | Promise<boolean>;
  /**
   * Final state of the play logs: `deactivated` when the viewer or a device may not continue (the default),
   * `superseded` when the device itself stopped, `expired` when the right to watch ended, for example by a refund.
   */
  as?: 'deactivated' | 'superseded' | 'expired';
}

/** Ends play logs and downloads of an account, and with them their media addresses. */
export async function deactivatePlayLogs(
  tx: Connection,
  { accountId, now, isEnded, as = 'deactivated' }: Deactivation,
): Promise<void> {
  await lockAccount(tx, accountId);
  const idsOf = async (found: readonly ReportingPlayLog[]) => {
    const ids: string[] = [];
    for (const one of found) if (await isEnded(one)) ids.push(one.id);
    return ids;
  };
  const playLogs = await idsOf(await listReporting(tx, accountId, now));
  await endPlayLogs(tx, { accountId, ids: playLogs, state: as, endedAt: now });
  const downloads = await idsOf(await listDownloading(tx, accountId, now));
  await endDownloadGrants(tx, { accountId, ids: downloads, endedAt: now });
}
