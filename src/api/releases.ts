import { listReleases, type Release } from '#contract/releases.ts';
import type { Client } from './client/client.ts';

/**
 * What came out last and comes out next; an unchanged answer comes from the HTTP cache, after a 304. Televisions that ask
 * about the same titles ask for the same address, which caches in front of the server keep for a second.
 */
export async function requestReleases(api: Client, itemIds: readonly number[]): Promise<readonly Release[]> {
  const ids = [...itemIds].sort((one, other) => one - other).join(',');
  return (await api.call(listReleases, { query: { ids } })).results;
}

/** The answer that a release watch received for a title; nothing requests it by this key. */
export const releaseKey = (itemId: number) => ['releases', itemId] as const;
