import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import { errorCodes } from '#contract/errors.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { setRating } from '#src/api/reviews.ts';
import type { Offer } from '#src/api/shop.ts';
import { offersFor, type Situation } from '#src/features/episodes/primary-action.ts';
import { IdentityDialog } from '#src/features/identity/identity-dialog.tsx';
import { DownloadDialog } from '#src/features/playback/offline/download-dialog.tsx';
import { OfflineDialog } from '#src/features/playback/offline/offline-dialog.tsx';
import { RatingDialog } from '#src/features/ratings/rating-dialog.tsx';
import { CheckoutDialog } from '#src/features/shop/checkout-dialog.tsx';
import { OfferDialog } from '#src/features/shop/offer-dialog.tsx';
import type { OfflineActions } from '#src/features/playback/offline/use-offline-episodes.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { downloadButton } from './download-button.ts';
import { EpisodeMenu } from './episode-menu.tsx';
import { ItemDetailsDialog } from './item-details-dialog.tsx';
import { ItemMenu } from './item-menu.tsx';

/** Loaded before the dialog opens: `loadTrailer`. */
const TrailerDialog = lazy(async () => ({ default: (await loadTrailer()).TrailerDialog }));

export const loadTrailer = () => import('#src/features/playback/trailer/trailer-parts.ts');

export type OpenDialog =
  | { readonly kind: 'details' }
  | { readonly kind: 'menu' }
  | { readonly kind: 'episode'; readonly episode: Episode }
  | { readonly kind: 'rating' }
  | { readonly kind: 'trailer' }
  | { readonly kind: 'download'; readonly episodeId: number }
  | { readonly kind: 'offline'; readonly offline: OfflineEpisode }
  | { readonly kind: 'offer'; readonly episode: Episode }
  | { readonly kind: 'adults-offer'; readonly episode: Episode }
  | { readonly kind: 'membership'; readonly episode: Episode }
  | { readonly kind: 'identity'; readonly episodeId: number }
  /** `episode` is the one that the viewer wanted to watch. */
  | { readonly kind: 'checkout'; readonly offer: Offer; readonly episode?: Episode };

export interface ItemDialogsProps {
  readonly dialog: OpenDialog;
  readonly item: Item;
  readonly situation: Situation;
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onPlay: (episodeId: number) => void;
  /** Null on platforms without downloads. */
  readonly offline: OfflineActions | null;
  /** Downloads an episode, or opens the dialog that its download needs first. */
  readonly onDownloadOf: (episode: Episode) => void;
  readonly onClose: () => void;
}

/** The open dialog of the title's screen. */
export function ItemDialogs(props: ItemDialogsProps) {
  const { dialog, item, situation, onOpen, onPlay, offline, onDownloadOf, onClose } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const tell = useToasts((toasts) => toasts.show);
  switch (dialog.kind) {
    case 'details':
      return <ItemDetailsDialog item={item} onMenu={() => onOpen({ kind: 'menu' })} onClose={onClose} />;
    case 'menu':
      return (
        <ItemMenu item={item} situation={situation} onBack={() => onOpen({ kind: 'details' })} onClose={onClose} />
      );
    case 'episode':
      return (
        <EpisodeMenu
          episode={dialog.episode}
          download={offline && downloadButton(dialog.episode, offline.find(dialog.episode.id))}
          onDownload={() => onDownloadOf(dialog.episode)}
          onClose={onClose}
        />
      );
    case 'rating':
      return (
        <RatingDialog
          name={item.name}
          rating={item.my.rating}
          onRate={(score) =>
            setRating(api, queryClient, item, score, (error) =>
              tell(`별점을 저장하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`),
            )
          }
          onClose={onClose}
        />
      );
    case 'trailer':
      return (
        item.trailer !== null && (
          <Suspense>
            <TrailerDialog itemId={item.id} name={item.name} trailer={item.trailer} onClose={onClose} />
          </Suspense>
        )
      );
    case 'download':
      return <DownloadDialog onDownload={() => offline?.download(dialog.episodeId)} onClose={onClose} />;
    case 'offline': {
      const { id } = dialog.offline.episode;
      return (
        <OfflineDialog
          // The download may have finished since the dialog opened.
          offline={offline?.find(id) ?? dialog.offline}
          onPlay={() => onPlay(id)}
          onRemove={() => offline?.remove(id)}
          onClose={onClose}
        />
      );
    }
    case 'offer':
      return (
        <OfferDialog
          offers={offersFor(situation, dialog.episode)}
          onChoose={(offer) => onOpen({ kind: 'checkout', offer, episode: dialog.episode })}
          onClose={onClose}
        />
      );
    case 'checkout': {
      const { offer, episode } = dialog;
      const soldId = offer.kind === 'product' ? offer.product.episode_id : null;
      const wantedId = episode?.id ?? soldId ?? situation.episodes[0]?.id;
      return (
        <CheckoutDialog
          offer={offer}
          onPlay={wantedId === undefined ? undefined : () => onPlay(wantedId)}
          onClose={onClose}
        />
      );
    }
    case 'identity':
      return <IdentityDialog onPlay={() => onPlay(dialog.episodeId)} onClose={onClose} />;
    case 'adults-offer':
      return (
        <LockedDialog
          situation={situation}
          onPlay={onPlay}
          onClose={onClose}
          title="성인 프로필에서 구매할 수 있어요"
          text="연령 제한이 있는 프로필에서는 결제할 수 없어요."
        />
      );
    case 'membership':
      return (
        <LockedDialog
          situation={situation}
          onPlay={onPlay}
          onClose={onClose}
          title={errorCodes.MEMBERSHIP_REQUIRED.message}
          text="멤버십을 시작하면 이 화면에서 바로 볼 수 있어요."
        />
      );
  }
}

interface LockedDialogProps extends Pick<ItemDialogsProps, 'situation' | 'onPlay' | 'onClose'> {
  readonly title: string;
  /** Shown if no episode is open to the viewer. */
  readonly text: string;
}

/** Says which right is missing, and offers an episode that needs none. */
function LockedDialog({ situation, title, text, onPlay, onClose }: LockedDialogProps) {
  const open = situation.episodes.find(({ access }) => access.type !== 'locked');
  return (
    <Dialog
      focusKey="membership"
      title={title}
      text={open ? `${open.episode_num}는 지금 바로 볼 수 있어요.` : text}
      preferredKey={open ? 'membership/open' : 'membership/close'}
      onBack={() => {
        onClose();
        return true;
      }}
    >
      {open && (
        <Button
          focusKey="membership/open"
          label={`${open.episode_num} 보기`}
          icon="play"
          isPrimary
          onPress={() => onPlay(open.id)}
        />
      )}
      <Button focusKey="membership/close" label="닫기" onPress={onClose} />
    </Dialog>
  );
}
