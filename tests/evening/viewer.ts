import { signIn } from '#src/api/accounts.ts';
import { homeRowsQuery, itemQuery } from '#src/api/catalogue.ts';
import { episodesQuery, relativesQuery } from '#src/api/series.ts';
import { requestItem } from '#src/api/item-requests.ts';
import { startAgainList, type Page } from '#src/api/lists.ts';
import { searchList } from '#src/api/search.ts';
import { openProfile, profilesQuery } from '#src/api/profiles.ts';
import { saveShortReview, setRating, shortReviewsQuery, toggleLike } from '#src/api/reviews.ts';
import { findOrder, placeOrder, productsQuery } from '#src/api/shop.ts';
import { toggleWish } from '#src/api/wishes.ts';
import type { Item } from '#contract/catalogue.ts';
import { createCheckout } from '#src/features/shop/checkout.ts';
import type { Playback } from '#src/player/playback-types.ts';
import { payOnPhone, type PhoneOptions } from './phone.ts';
import { firstOnSeconds, nextAct, staySeconds, type Act, type Place } from './rules/viewer.ts';
import type { Chance } from './rules/chance.ts';
import type { RunningApp, Television } from './television.ts';

export interface ViewerOptions {
  television: Television;
  chance: Chance;
  email: string;
  password: string;
  /** Index of the viewer's profile in the household. */
  profileIndex: number;
  eveningSeconds: number;
  /** Factor of the time that the viewer keeps watching; 1 is the short time of tests. */
  patience: number;
  isOver: () => boolean;
  wait(seconds: number): Promise<void>;
  phone: Pick<PhoneOptions, 'network' | 'ledger'> & { clock: RunningApp['clock']; accountId: string };
}

/** Whether the playback stopped and asks the viewer what to do. */
const isStopped = ({ phase }: ReturnType<Playback['getState']>) =>
  phase === 'kicked' || phase === 'superseded' || phase === 'expired' || phase === 'refused';

export interface Viewer {
  live(): Promise<void>;
  /** Switches the set on again until it has sent all pending reports. */
  comeBack(): Promise<void>;
}

/** One viewer in front of one set, for a whole evening. The app handles failures; the viewer only sees its states. */
export function createViewer(options: ViewerOptions): Viewer {
  const { television, chance, wait } = options;
  let place: Place = 'off';
  let item: Item | null = null;
  let playback: Playback | null = null;
  let reviews = 0;

  const app = (): RunningApp => television.app!;
  const load = async <T>(work: () => Promise<T>): Promise<T | null> => work().catch(() => null);
  const ignore = () => undefined;

  const enter = async (): Promise<void> => {
    const { api, session, queryClient } = app();
    if (session.getState().accountToken === null) {
      place = 'sign-in';
      const signed = await load(() => signIn(api, options.email, options.password, { platform: 'tizen' }));
      if (!signed) return;
      session.getState().signIn(signed.token);
    }
    if (!session.getState().isProfileChosen) {
      const profiles = await load(() => queryClient.fetchQuery(profilesQuery(api)));
      const profile = profiles?.results[options.profileIndex];
      const opened = profile && (await load(() => openProfile(api, profile.id, null)));
      if (!opened) return;
      session.getState().chooseProfile(opened.token, opened.profile);
      session.getState().skipPicker(true);
    }
    place = 'home';
    await load(() => queryClient.fetchQuery(homeRowsQuery(api)));
  };

  const listTitles = async (): Promise<readonly { id: number }[]> => {
    const { api, queryClient } = app();
    const home = await load(() => queryClient.fetchQuery(homeRowsQuery(api)));
    return (home?.results ?? []).flatMap((row) => (row.kind === 'items' ? row.results : []));
  };

  const openTitle = async () => {
    const { api, queryClient } = app();
    const titles = await listTitles();
    if (titles.length === 0) return;
    const id = chance.pick(titles).id;
    item = await load(() => queryClient.fetchQuery(itemQuery(api, id)));
    if (!item) return;
    place = 'title';
    await Promise.all([
      load(() => queryClient.fetchQuery(episodesQuery(api, id))),
      load(() => queryClient.fetchQuery(relativesQuery(api, id))),
      load(() => queryClient.fetchInfiniteQuery(shortReviewsQuery(api, id, 'recent'))),
    ]);
  };

  const read = (list: { load(offset: number, signal: AbortSignal): Promise<Page<unknown>> }) =>
    load(() => list.load(0, new AbortController().signal));

  const play = async () => {
    const { api, queryClient } = app();
    const episodes = await load(() => queryClient.fetchQuery(episodesQuery(api, item!.id)));
    const open = (episodes?.results ?? []).filter(({ access }) => access.type !== 'locked');
    if (open.length === 0) return;
    playback = app().watch(chance.pick(open).id);
    place = 'playing';
  };

  const like = async () => {
    const { api, queryClient } = app();
    const pages = await load(() => queryClient.fetchInfiniteQuery(shortReviewsQuery(api, item!.id, 'recent')));
    const others = (pages?.pages ?? []).flatMap(({ results }) => results).filter(({ is_mine }) => !is_mine);
    if (others.length > 0) toggleLike(api, queryClient, chance.pick(others), ignore);
  };

  const buy = async () => {
    const { api, queryClient, clock, session } = app();
    const products = await load(() => queryClient.fetchQuery(productsQuery(api, item!.id, 'item')));
    const product = products?.results[0];
    if (!product || product.owned) return;
    const profileId = session.getState().lastProfile?.profile.id ?? null;
    const owner = { television: television.name, accountId: options.phone.accountId, profileId };
    const checkout = createCheckout({
      clock,
      order: async () => {
        const order = await placeOrder(api, { kind: 'product', product });
        if (order.checkout_url === null) return 'owned';
        void payOnPhone(order.checkout_url, order.id, { ...options.phone, wait, owner });
        return { id: order.id, url: order.checkout_url, livesMs: order.expires_in * 1_000 };
      },
      find: async (orderId) => (await findOrder(api, orderId)).status,
      onPaid: ignore,
    });
    const stop = checkout.start();
    // A viewer whose retry keeps failing closes the dialog.
    await wait(chance.between(10, 60));
    stop();
  };

  const leavePlayer = async () => {
    const closing = playback?.close();
    playback = null;
    place = item ? 'title' : 'home';
    // The app opens the next screen after this time at the latest.
    await Promise.race([closing, wait(3)]);
  };

  const follow = () => {
    if (!playback || (place !== 'playing' && place !== 'paused')) return;
    const { state } = playback.machine.getState();
    if (isStopped(playback.getState()) || state === 'failed' || state === 'ended') place = 'over';
  };

  const acts: Record<Act, () => unknown> = {
    'switch-on': () => {
      television.switchOn();
      return enter();
    },
    'sign-in': enter,
    browse: () => Promise.all([listTitles(), read(startAgainList(app().api))]),
    search: () => read(searchList(app().api, `제목 ${chance.between(1, 9)}`)),
    'open-title': openTitle,
    back() {
      item = null;
      place = 'home';
    },
    wish: () => toggleWish(app().api, app().queryClient, item!, ignore),
    rate: () => setRating(app().api, app().queryClient, item!, chance.between(1, 10) / 2, ignore),
    review: () => {
      reviews += 1;
      return load(() => saveShortReview(app().api, app().queryClient, item!.id, `${television.name} ${reviews}`));
    },
    like,
    request: () => requestItem(app().api, app().queryClient, item!.id, { onDone: ignore, onFailure: ignore }),
    buy,
    play,
    pause() {
      playback!.machine.pause();
      place = 'paused';
    },
    resume() {
      playback!.machine.play();
      place = 'playing';
    },
    seek: () => playback!.machine.seekBy(chance.pick([-60, -10, 10, 30, 120])),
    watch: () => undefined,
    leave: leavePlayer,
    async 'take-over'() {
      const { state } = playback!.machine.getState();
      if (state === 'ended') return leavePlayer();
      place = 'playing';
      await playback!.retry();
    },
    'close-app': async () => {
      await Promise.race([app().close(), wait(5)]);
      television.pullPlug();
    },
    'pull-plug': () => television.pullPlug(),
  };

  const live = async () => {
    await wait(firstOnSeconds(options.eveningSeconds, chance));
    while (!options.isOver()) {
      if (!television.app) {
        place = 'off';
        item = null;
        playback = null;
      } else if (television.app.session.getState().accountToken === null) place = 'sign-in';
      follow();
      // Without power the act never resolves: its answers never arrive.
      const act = nextAct(place, chance);
      await Promise.race([acts[act](), wait(60)]);
      await wait(staySeconds(place, chance, options.patience));
    }
    if (playback) await leavePlayer();
  };

  return {
    live,
    async comeBack() {
      television.switchOn();
      const isIn = () => app().session.getState().isProfileChosen;
      await enter();
      for (let tries = 0; tries < 30 && !isIn(); tries += 1) {
        await wait(5);
        await enter();
      }
    },
  };
}
