import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Item } from '#contract/catalogue.ts';
import type { ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { episodePageQuery, itemQuery } from '#src/api/catalogue.ts';
import type { ReviewSort } from '#src/api/reviews.ts';
import { hasBegun } from '#src/features/episodes/primary-action.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { useToggleLike } from '#src/features/reviews/use-toggle-like.ts';
import { WriteReviewDialog } from '#src/features/reviews/write-review-dialog.tsx';
import { FocusGroup, FocusWall, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Backdrop } from '#src/ui/tile/backdrop.tsx';
import { Button } from '#src/ui/button.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { ReviewMenu } from './review-menu.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import styles from './reviews-screen.module.css';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';
import { useBlocking } from './use-blocking.ts';
import { useReviewList } from './use-review-list.ts';

export interface ReviewsScreenProps {
  readonly itemId: number;
  readonly visit: VisitMemory;
  readonly onLeave: () => void;
}

const keys = { wall: 'reviews/wall', write: 'reviews/write', reveal: 'reviews/reveal', loading: 'reviews/loading' };

/** Viewport of the list, in rem. `pageRows` is about one screenful, for the channel keys. */
const LIST = { width: 70, height: 59.5, insetTop: 1, insetLeft: 0.75, pageRows: 4 } as const;

export function ReviewsScreen({ itemId, visit, onLeave }: ReviewsScreenProps) {
  const api = useApi();
  const item = useQuery(itemQuery(api, itemId));
  const episodes = useQuery(episodePageQuery(api, itemId, 'oldest'));
  const [sort, setSort] = useVisitState<ReviewSort>(visit, 'sort', 'like');
  const [isRevealed, setRevealed] = useVisitState(visit, 'revealed', false);
  const [wasSorted, setWasSorted] = useVisitState(visit, 'was-sorted', false);
  const [isWriting, setWriting] = useState(false);
  const [menuOf, setMenuOf] = useState<ShortReview | null>(null);
  const blocking = useBlocking(visit);
  const toggleLike = useToggleLike();
  const press = useCallback(
    (review: ShortReview) => (review.is_mine ? setWriting(true) : toggleLike(review)),
    [toggleLike],
  );
  const reviews = useReviewList({ visit, itemId, sort, onPress: press, onMenu: setMenuOf });
  const itemFailure = useFailure(item);
  const listFailure = useFailure(reviews.list);
  if (itemFailure) return <QueryFailed query={item} failure={itemFailure} onLeave={onLeave} />;
  if (listFailure && !wasSorted) return <QueryFailed query={reviews.list} failure={listFailure} onLeave={onLeave} />;

  // After a change of the order, the panel stays while the new list loads.
  const isReady = item.data !== undefined && !episodes.isPending && (reviews.isReady || wasSorted);
  const isVeiled =
    !isRevealed &&
    item.data !== undefined &&
    item.data.cnt_episode > 0 &&
    !hasBegun(item.data, episodes.data?.results ?? []);
  return (
    <Screen
      name="reviews"
      initialKey={initialKey({ isReady, isVeiled, isEmpty: reviews.rows.length === 0, sort })}
      visit={visit}
    >
      <Backdrop src={item.data?.backdrop ?? null} color={item.data?.color ?? '#22104d'} />
      <div className={styles.veil} />
      {isReady && item.data ? (
        <FocusGroup focusKey="reviews" axis="row" preferredKey="reviews/content">
          <ReviewsPanel
            item={item.data}
            count={reviews.count}
            hasMine={reviews.mine !== null}
            sort={sort}
            onSort={(next) => {
              setWasSorted(true);
              setSort(next);
            }}
            onWrite={() => setWriting(true)}
            blocked={blocking.last}
            onUnblock={blocking.undo}
          />
          <FocusGroup focusKey="reviews/content" axis="column" className={styles.content}>
            {isVeiled && reviews.count > 0 ? (
              <Veil onReveal={() => setRevealed(true)} />
            ) : listFailure ? (
              <ListFailed isRetrying={reviews.list.isFetching} onRetry={() => void reviews.list.refetch()} />
            ) : reviews.isReady && reviews.rows.length === 0 ? (
              <Empty />
            ) : (
              <FocusWall
                key={sort}
                focusKey={`${keys.wall}/${sort}`}
                rows={reviews.rows}
                {...LIST}
                onFocusTile={reviews.reach}
              />
            )}
          </FocusGroup>
        </FocusGroup>
      ) : (
        <ReviewsSkeleton focusKey={keys.loading} />
      )}
      {isWriting && item.data && (
        <Writing itemId={itemId} item={item.data} mine={reviews.mine} visit={visit} onClose={() => setWriting(false)} />
      )}
      {menuOf && <ReviewMenu review={menuOf} onBlock={blocking.block} onClose={() => setMenuOf(null)} />}
    </Screen>
  );
}

function initialKey(state: { isReady: boolean; isVeiled: boolean; isEmpty: boolean; sort: ReviewSort }): string {
  if (!state.isReady) return keys.loading;
  if (state.isEmpty) return keys.write;
  return state.isVeiled ? keys.reveal : `${keys.wall}/${state.sort}`;
}

function Veil({ onReveal }: { onReveal: () => void }) {
  return (
    <div className={styles.notice}>
      <h2 className={styles.noticeTitle}>아직 보지 않은 작품이에요</h2>
      <p className={styles.soft}>감상평에 줄거리가 담겨 있을 수 있어서 가려 두었어요.</p>
      <div className={styles.noticeButton}>
        <Button focusKey={keys.reveal} label="그래도 볼래요" onPress={onReveal} />
      </div>
    </div>
  );
}

/** Replaces the list when a new order failed to load; the panel stays. */
function ListFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.notice} role="alert">
      <h2 className={styles.noticeTitle}>불러오지 못했어요</h2>
      <div className={styles.noticeButton}>
        <Button focusKey="reviews/retry" label="다시 시도" isBusy={isRetrying} onPress={onRetry} />
      </div>
    </div>
  );
}

function Empty() {
  return (
    <div className={styles.notice}>
      <h2 className={styles.noticeTitle}>첫 감상평을 남겨 보세요</h2>
      <p className={styles.soft}>아직 아무도 쓰지 않았어요. 100자면 충분해요.</p>
    </div>
  );
}

interface WritingProps {
  readonly itemId: number;
  readonly item: Item;
  readonly mine: ShortReview | null;
  readonly visit: VisitMemory;
  readonly onClose: () => void;
}

function Writing({ itemId, item, mine, visit, onClose }: WritingProps) {
  const [draft, setDraft] = useVisitState<string | null>(visit, 'draft', null);
  const showToast = useToasts((toasts) => toasts.show);
  return (
    <WriteReviewDialog
      itemId={itemId}
      itemName={item.name}
      mine={mine}
      draft={draft ?? mine?.short_review ?? ''}
      onDraft={setDraft}
      onSaved={(saved) => showToast(saved ? '감상평을 저장했어요.' : '감상평을 지웠어요.')}
      onDone={() => {
        setDraft(null);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
