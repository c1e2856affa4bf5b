import { setTimeout as wait } from 'node:timers/promises';
import { toHms } from '#contract/rules/hms.ts';
import { must, signUp, type Viewer } from './viewers.ts';
import type { Way } from './way.ts';

/** Viewers who leave everything as it is after this, and viewers for the load. */
export interface Viewers {
  still: Viewer[];
  busy: Viewer[];
}

const BUSY = 4;

/** Does a bit of everything that leaves a row which a viewer can see. */
async function use(way: Way, { token, profileToken }: Viewer, other: Viewer | undefined): Promise<void> {
  const as = (options: object = {}) => ({ token: profileToken, ...options });
  await must(way, 'createProfile', { token, body: { name: '둘째', default_image_id: 2 } });
  for (const id of [1, 2, 3]) await must(way, 'rateItem', as({ params: { id }, body: { score: id + 0.5 } }));
  for (const id of [2, 4]) await must(way, 'addWish', as({ params: { id } }));
  await must(way, 'hideItem', as({ params: { id: 5 } }));
  const written = await must(way, 'writeShortReview', as({ params: { id: 1 }, body: { short_review: '따뜻해요' } }));
  const review = (written.json as { id: string }).id;
  if (other) {
    await must(way, 'likeShortReview', { token: other.profileToken, params: { id: review } });
    await must(way, 'reportShortReview', {
      token: other.profileToken,
      params: { id: review },
      body: { reason: 'spoiler' },
    });
  }
  for (const episode of [101, 201, 301]) {
    const video = await must(way, 'getVideo', as({ params: { id: episode }, query: { device: 'web' } }));
    const { play_log_id: id } = video.json as { play_log_id: string };
    await wait(1100);
    const body = { total_play_time: toHms(1), play_end_offset: toHms(episode % 60), is_player_exit: true };
    await must(way, 'updatePlayLog', as({ params: { id }, body }));
  }
  await must(way, 'markWatched', as({ params: { id: 401 }, query: { scope: 'title' } }));
  await must(way, 'removeHistory', as({ params: { id: 201 } }));
  await must(way, 'createOrder', as({ params: { id: 11 } }));
  await must(way, 'updateNotificationSettings', as({ body: { delay: true, request: false } }));
}

/** Makes viewers with rows of their own. */
export async function fill(way: Way): Promise<Viewers> {
  const [one, two, fresh] = [
    await signUp(way, 'one@bora.example'),
    await signUp(way, 'two@bora.example'),
    await signUp(way, 'fresh@bora.example'),
  ];
  await use(way, one, two);
  await use(way, two, undefined);
  const busy: Viewer[] = [];
  for (let number = 1; number <= BUSY; number += 1) busy.push(await signUp(way, `busy-${number}@bora.example`));
  return { still: [one, two, fresh], busy };
}
