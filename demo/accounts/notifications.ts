import type { DemoHistory, DemoProfile, Random } from '../../server/demo/demo.ts';

const HOUR_MS = 3600_000;

/** New episodes that each profile has been told about. */
const NEW_EPISODES = 4;
/** How long ago each was, in hours; the newest ones are unread. */
const HOURS_AGO = [2, 26, 74, 170];
const UNREAD = 2;

/** Notifications of the demo's profiles: new episodes of titles that they follow, and the answer to a request. */
export function makeNotifications(
  profiles: readonly DemoProfile[],
  { offsets, wishes, requestStatuses }: Pick<DemoHistory, 'offsets' | 'wishes' | 'requestStatuses'>,
  now: Date,
  random: Random,
): DemoHistory['notifications'] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  return profiles.flatMap((profile, index) => {
    const owner = { account_id: profile.accountId, profile_id: profile.id };
    const isOwn = (row: { profile_id: string }) => row.profile_id === profile.id;
    const begun = new Set(offsets.filter(isOwn).map(({ episode_id: id }) => id));
    const followed = new Set([...offsets, ...wishes].filter(isOwn).map(({ item_id: id }) => id));
    const told = profile.titles
      .filter(({ id }) => followed.has(id))
      .flatMap(({ episodes }) => episodes.slice(-1))
      .filter(({ id }) => !begun.has(id))
      .slice(0, NEW_EPISODES)
      .map(({ id, item_id, episode_num }, place) => ({
        ...owner,
        id: random.uuid(),
        kind: 'new_episode' as const,
        thing: String(id),
        item_id,
        episode_id: id,
        text: `${episode_num} 공개`,
        created_at: ago(HOURS_AGO[place]!),
        read_at: place < UNREAD ? null : ago(HOURS_AGO[place]! - 1),
      }));
    const request = index === 0 ? requestStatuses.find(({ status }) => status === 'reviewing') : undefined;
    if (!request) return told;
    const text = '요청하신 작품을 들여올 수 있는지 살펴보고 있어요.';
    return [
      ...told,
      {
        ...owner,
        id: random.uuid(),
        kind: 'request' as const,
        thing: `${request.item_id} demo`,
        item_id: request.item_id,
        episode_id: null,
        text,
        created_at: request.changed_at,
        read_at: ago(49),
      },
    ];
  });
}
