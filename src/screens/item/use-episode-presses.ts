import { useCallback, type Dispatch, type SetStateAction } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import type { Product } from '#contract/shop.ts';
import { offersFor, type Situation } from '#src/features/episodes/primary-action.ts';
import type { OfflineActions } from '#src/features/playback/offline/use-offline-episodes.ts';
import type { OpenDialog } from './item-dialogs.tsx';

export interface EpisodePressesOptions {
  readonly situation: Situation;
  /** Null on platforms without downloads. */
  readonly offline: OfflineActions | null;
  readonly onPlay: (episodeId: number) => void;
  readonly onDialog: Dispatch<SetStateAction<OpenDialog | null>>;
  readonly alreadyOwned: () => void;
}

export type EpisodePresses = ReturnType<typeof useEpisodePresses>;

/** What a press on an episode or a product does. The callbacks are stable, because the rows depend on them. */
export function useEpisodePresses(options: EpisodePressesOptions) {
  const { situation, offline, onPlay, onDialog, alreadyOwned } = options;
  const { products, plans, isLimited } = situation;
  const downloadOf = useCallback(
    ({ id }: Pick<Episode, 'id'>) => {
      const known = offline?.find(id);
      if (known && known.state !== 'expired') onDialog({ kind: 'offline', offline: known });
      // Another dialog may be open when the question is due.
      else offline?.downloadOrAsk(id, () => onDialog((now) => now ?? { kind: 'download', episodeId: id }));
    },
    [offline, onDialog],
  );
  const openMenu = useCallback((episode: Episode) => onDialog({ kind: 'episode', episode }), [onDialog]);
  const playEpisode = useCallback(
    (episode: Episode) => {
      if (episode.access.type !== 'locked') onPlay(episode.id);
      else if (episode.access.needs === 'identity') onDialog({ kind: 'identity', episodeId: episode.id });
      else if (offersFor({ products: products ?? [], plans: plans ?? [] }, episode).length > 0)
        onDialog({ kind: isLimited ? 'adults-offer' : 'offer', episode });
      else onDialog({ kind: 'membership', episode });
    },
    [onPlay, onDialog, products, plans, isLimited],
  );
  const chooseProduct = useCallback(
    (product: Product) =>
      product.owned ? alreadyOwned() : onDialog({ kind: 'checkout', offer: { kind: 'product', product } }),
    [onDialog, alreadyOwned],
  );
  return { downloadOf, openMenu, playEpisode, chooseProduct };
}
