import { listReleases, type Release } from '#contract/releases.ts';
import type { Client } from './client.ts';

/** What came out last and comes out next; an unchanged answer comes from the HTTP cache, after a 304. */
export const requestReleases = async (api: Client, itemIds: readonly number[]): Promise<readonly Release[]> =>
  (await api.call(listReleases, { query: { ids: itemIds.join(',') } })).results;

/** The answer that a release watch received for a title; nothing requests it by this key. */
export const releaseKey = (itemId: number) => ['releases', itemId] as const;
