import { queryOptions } from '@tanstack/react-query';
import {
  createProfile as createProfileCall,
  getMyProfile,
  getProfileToken,
  listProfileImages,
  listProfiles,
  removeProfile as removeProfileCall,
  updateProfile as updateProfileCall,
  type NewProfile,
  type ProfileChanges,
} from '#contract/profiles.ts';
import type { Client } from './client/client.ts';

export const profilesQuery = (api: Client) =>
  queryOptions({ queryKey: ['profiles'], queryFn: ({ signal }) => api.call(listProfiles, {}, { signal }) });

/** Pictures never change while the app runs. */
export const profileImagesQuery = (api: Client) =>
  queryOptions({
    queryKey: ['profile-images'],
    queryFn: ({ signal }) => api.call(listProfileImages, {}, { signal }),
    staleTime: Infinity,
  });

export const getChosenProfile = (api: Client) => api.call(getMyProfile, {});

const withPin = (pin: string | null) => (pin === null ? {} : { headers: { 'x-profile-pin': pin } });

/** @param pin the profile's PIN when it has one. */
export const openProfile = (api: Client, profileId: string, pin: string | null) =>
  api.call(getProfileToken, { params: { id: profileId } }, withPin(pin));

export const createProfile = (api: Client, profile: NewProfile) => api.call(createProfileCall, { body: profile });

/** @param pin the profile's PIN, required to change another profile with a PIN, or a PIN itself. */
export const updateProfile = (api: Client, profileId: string, changes: ProfileChanges, pin: string | null) =>
  api.call(updateProfileCall, { params: { id: profileId }, body: changes }, withPin(pin));

/** @param pin as for changes. */
export const removeProfile = (api: Client, profileId: string, pin: string | null) =>
  api.call(removeProfileCall, { params: { id: profileId } }, withPin(pin));
