import type { Connection } from '../db/open.ts';
import { listReporting, type ReportingPlayLog } from './deactivate-store.ts';
import { endPlayLogs, lockAccount } from './store.ts';

/** Ends what an account is playing, as far as `isEnded` says, when the right to go on is taken away. */
export async function deactivatePlayLogs(
  tx: Connection,
  { accountId, now, isEnded }: { accountId: string; now: Date; isEnded(log: ReportingPlayLog): boolean },
): Promise<void> {
  await lockAccount(tx, accountId);
  const ids = (await listReporting(tx, accountId, now)).filter(isEnded).map(({ id }) => id);
  await endPlayLogs(tx, { accountId, ids, state: 'deactivated', endedAt: now });
}
