import { queryOptions } from '@tanstack/react-query';
import { addWatchTime as addWatchTimeCall, getForgottenPin } from '#contract/profile-pins.ts';
import type { Client } from './client/client.ts';

/** Lets the chosen profile watch longer. @param proof the PIN of the owner's profile, or the account's password */
export const addWatchTime = (api: Client, proof: { pin: string } | { password: string }) =>
  api.call(addWatchTimeCall, { body: proof });

/** Address of the phone page that removes a profile's PIN. */
export const forgottenPinQuery = (api: Client, profileId: string) =>
  queryOptions({
    queryKey: ['forgotten-pin', profileId],
    queryFn: ({ signal }) => api.call(getForgottenPin, { params: { id: profileId } }, { signal }),
  });
