import {
  createProfile,
  getMyProfile,
  getProfileToken,
  listProfileImages,
  listProfiles,
  removeProfile,
  updateProfile,
} from '#contract/profiles.ts';
import { addWatchTime, getForgottenPin } from '#contract/profile-pins.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Mount } from '../http/mount.ts';
import type { AddWatchTime } from './more-time.ts';
import { presentProfile, presentProfileImage, type ArtUrl } from './present.ts';
import type { ProfileChanging } from './profile-changes.ts';
import type { Profiles } from './profiles.ts';
import type { Statistics } from './statistics.ts';

export interface ProfileRules {
  profiles: Profiles;
  changes: ProfileChanging;
  statistics: Statistics;
  addTime: AddWatchTime;
}

export function mountProfiles(
  mount: Mount,
  { profiles, changes, statistics, addTime }: ProfileRules,
  { artUrl, publicUrl }: { artUrl: ArtUrl; publicUrl: () => string },
): void {
  const present = async (rows: readonly ProfileRow[]) => {
    const images = await profiles.listImages();
    const paths = new Map(images.map(({ id, path }) => [id, path]));
    // A profile may be older than the pictures of its service.
    const first = images[0]?.path;
    return rows.map((row) => presentProfile(row, paths.get(row.default_image_id) ?? first, artUrl));
  };
  const presentOne = async (row: ProfileRow) => (await present([row]))[0]!;

  mount(listProfiles, async ({ caller }) => {
    const results = await present(await profiles.list(caller));
    return { count: results.length, results };
  });
  mount(createProfile, async ({ caller, body }) => presentOne(await changes.create(caller, body)));
  mount(updateProfile, async ({ caller, params, body, pin, address }) =>
    presentOne(await changes.update(caller, params.id, body, { pin, address })),
  );
  mount(removeProfile, async ({ caller, params, pin }) => {
    await changes.remove(caller, params.id, pin);
    return undefined;
  });
  mount(getProfileToken, async ({ caller, params, pin }) => {
    const { token, profile } = await profiles.createToken(caller, params.id, pin);
    return { token, profile: await presentOne(profile) };
  });
  mount(getForgottenPin, async ({ caller, params }) => ({
    url: `${publicUrl()}/pin/${(await profiles.get(caller, params.id)).id}`,
  }));
  mount(listProfileImages, async () => {
    const results = (await profiles.listImages()).map((row) => presentProfileImage(row, artUrl));
    return { count: results.length, results };
  });
  mount(getMyProfile, ({ caller }) => presentOne(caller.profile));
  mount(getMyStatistics, ({ caller }) => statistics(caller.profile));
  mount(addWatchTime, async ({ caller, body, address }) => ({
    watch_seconds_left: await addTime(caller, body, address),
  }));
}
