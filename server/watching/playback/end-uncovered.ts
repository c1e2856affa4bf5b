import { accessOf } from '#server/catalogue/index.ts';
import type { Connection } from '#server/db/open.ts';
import type { Entitlement } from '#server/shop/right.ts';
import { isForAll } from './access.ts';
import { listAccessRules, listDownloading, listReporting } from './deactivate-store.ts';
import { deactivatePlayLogs } from './deactivate.ts';

/**
 * Ends the playbacks and downloads that an account began by a right which it has lost, or which now ends earlier than
 * they do. A player that still has another right opens the video again.
 */
export async function endUncovered(
  tx: Connection,
  {
    accountId,
    now,
    before,
    after,
  }: {
    accountId: string;
    now: Date;
    before: Entitlement;
    after: Entitlement;
  },
): Promise<void> {
  const living = [...(await listReporting(tx, accountId, now)), ...(await listDownloading(tx, accountId, now))];
  if (living.length === 0) return;
  const rules = await listAccessRules(
    tx,
    living.map(({ episode_id: id }) => id),
  );
  const known = new Map(rules.map((episode) => [episode.id, episode]));
  await deactivatePlayLogs(tx, {
    accountId,
    now,
    as: 'expired',
    isEnded({ episode_id: id, expires_at: expiresAt }) {
      const episode = known.get(id);
      if (!episode || isForAll(accessOf(episode, before.membership, before.rights))) return false;
      const access = accessOf(episode, after.membership, after.rights);
      return isForAll(access) || (access.expires_at !== null && Date.parse(access.expires_at) < expiresAt.getTime());
    },
  });
}
