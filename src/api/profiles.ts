import { queryOptions } from '@tanstack/react-query';
import { getProfileToken, listProfiles } from '#contract/profiles.ts';
import type { Client } from './client.ts';

export const profilesQuery = (api: Client) =>
  queryOptions({ queryKey: ['profiles'], queryFn: ({ signal }) => api.call(listProfiles, {}, { signal }) });

/** @param pin the profile's PIN when it has one. */
export const openProfile = (api: Client, profileId: string, pin: string | null) =>
  api.call(getProfileToken, { params: { id: profileId } }, pin === null ? {} : { headers: { 'x-profile-pin': pin } });
