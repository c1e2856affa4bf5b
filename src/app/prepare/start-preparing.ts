import type { QueryClient } from '@tanstack/react-query';
import { getPreparedVideo } from '#contract/prepared-videos.ts';
import type { Platform } from '#platform/platform.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import type { Clock } from '#src/lib/clock.ts';
import { loadShakaScript, prepareStream, type PreparedStream } from '#src/player/index.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { createPreparer, type Preparer } from './preparer.ts';

/** Slower lines have better uses for their bytes, in megabits per second. */
const LEAST_MEGABITS = 4;
/** Sets with this much memory or less, in gigabytes, have none to spare. */
const SHORT_MEMORY_GIGABYTES = 1;

/** Facts of Chromium that TypeScript's types omit. */
interface NavigatorFacts {
  readonly deviceMemory?: number;
  readonly connection?: { readonly saveData?: boolean; readonly type?: string };
}

export interface PreparingParts {
  readonly api: Client;
  readonly queryClient: QueryClient;
  readonly platform: Platform;
  readonly stores: Stores;
  readonly clock: Clock;
  /** Loads the scripts of the player. */
  readonly prepare: () => void;
  readonly page: Pick<Window, 'document' | 'navigator'>;
}

/** Prepares the episode that OK would play, while the focus rests on it. */
export function startPreparing(parts: PreparingParts): Preparer['take'] {
  const { api, queryClient, platform, stores, clock, prepare, page } = parts;
  const { device, network, memory, lifecycle } = platform;
  const facts = page.navigator as NavigatorFacts;
  /** The set said once that its memory is short. */
  let isShort = false;

  const mayPrepare = () => {
    const megabits = network.downlinkMegabits();
    return (
      stores.settings.getState().settings.preparePlayback &&
      stores.pace.getState().pace !== 'slow' &&
      !isShort &&
      (facts.deviceMemory ?? Infinity) > SHORT_MEMORY_GIGABYTES &&
      facts.connection?.saveData !== true &&
      facts.connection?.type !== 'cellular' &&
      // Engines without an estimate are old, and their sets slow.
      megabits !== null &&
      megabits >= LEAST_MEGABITS &&
      !lifecycle.isHidden()
    );
  };

  const open = async (episodeId: number, signal: AbortSignal): Promise<PreparedStream | null> => {
    prepare();
    // The player's screen needs it too.
    const { access } = await queryClient.ensureQueryData(episodeQuery(api, episodeId));
    // With advertisements, the first picture is not the episode's.
    if (access.type === 'locked' || access.type === 'avod' || signal.aborted) return null;
    const [{ streams, resume_offset: startAtSeconds }] = await Promise.all([
      api.call(getPreparedVideo, { params: { id: String(episodeId) } }, { signal }),
      loadShakaScript(),
    ]);
    const stream = streams.find(({ protocol }) => protocol === 'dash') ?? streams[0];
    const { shaka: library } = window;
    if (!stream || !library || signal.aborted) return null;
    // Shaka's player needs them on every engine.
    library.polyfill.installAll();
    return prepareStream({
      library,
      stream,
      startAtSeconds,
      preferredVideoCodecs: device.preferredVideoCodecs,
      keySystems: device.keySystems,
      downlinkMegabits: network.downlinkMegabits(),
      isWindowed: device.platform === 'web',
    });
  };

  const preparer = createPreparer({
    clock,
    mayPrepare,
    open,
    isTooMuch: (error) => ['TOO_MANY_REQUESTS', 'OVERLOADED'].includes(errorCodeOf(error) ?? ''),
  });
  const episodeOf = (target: EventTarget | null): number | null =>
    Number((target as HTMLElement | null)?.dataset['plays']) || null;
  const { document } = page;
  document.addEventListener('focusin', ({ target }) => preparer.rest(episodeOf(target)));
  preparer.rest(episodeOf(document.activeElement));
  lifecycle.subscribe((state) => (state === 'hidden' ? preparer.drop() : undefined));
  memory.subscribe(() => {
    isShort = true;
    preparer.drop();
  });
  // What one profile may watch is not another's.
  let token = stores.session.getState().lastProfile?.token;
  stores.session.subscribe(({ lastProfile }) => {
    if (lastProfile?.token === token) return;
    token = lastProfile?.token;
    preparer.drop();
  });
  return preparer.take;
}
