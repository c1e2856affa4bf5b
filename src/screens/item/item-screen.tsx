import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { episodesQuery, itemQuery } from '#src/api/catalogue.ts';
import { episodeRow } from '#src/features/episodes/episode-row.tsx';
import { primaryAction } from '#src/features/episodes/primary-action.ts';
import { usePreparedPlayback } from '#src/features/playback/use-prepared-playback.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { FocusGroup, FocusWall, usePlace, type Place } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { StageSkeleton } from '#src/ui/stage-skeleton.tsx';
import { wallSize } from '#src/ui/stage-size.ts';
import { Stage } from '#src/ui/stage.tsx';
import { TitleBlock } from '#src/ui/title-block.tsx';
import styles from './item-screen.module.css';

export interface ItemScreenProps {
  readonly itemId: number;
  readonly place: Place;
  readonly onPlay: (episodeId: number) => void;
  readonly onLeave: () => void;
}

export function ItemScreen({ itemId, place, onPlay, onLeave }: ItemScreenProps) {
  const api = useApi();
  const item = useQuery(itemQuery(api, itemId));
  const episodes = useQuery(episodesQuery(api, itemId));
  usePreparedPlayback(Boolean(item.data));
  const itemFailure = useFailure(item);
  const episodesFailure = useFailure(episodes);
  if (itemFailure) return <QueryFailed query={item} failure={itemFailure} onLeave={onLeave} />;
  if (episodesFailure) return <QueryFailed query={episodes} failure={episodesFailure} onLeave={onLeave} />;

  const isReady = item.data && episodes.data;
  return (
    <Screen name="item" initialKey={isReady ? 'item/primary' : 'item/loading'} place={place}>
      {isReady ? (
        <ItemStage item={item.data} episodes={episodes.data.results} onPlay={onPlay} onLeave={onLeave} />
      ) : (
        <StageSkeleton focusKey="item/loading" />
      )}
    </Screen>
  );
}

const wallKey = 'item/wall';

interface ItemStageProps {
  readonly item: Item;
  readonly episodes: readonly Episode[];
  readonly onPlay: (episodeId: number) => void;
  readonly onLeave: () => void;
}

function ItemStage({ item, episodes, onPlay, onLeave }: ItemStageProps) {
  const isWallFirst = usePlace().focusKey === wallKey;
  const action = primaryAction(item, episodes);
  const rows = useMemo(
    () =>
      episodes.length > 0 ? [episodeRow({ key: 'episodes', title: '회차', episodes, color: item.color, onPlay })] : [],
    [episodes, item.color, onPlay],
  );
  const facts = <ItemFacts item={item} />;
  return (
    <Stage
      backdrop={item.backdrop}
      color={item.color}
      upper={
        <>
          <TitleBlock name={item.name} facts={facts} text={item.synopsis} />
          <p className={styles.people}>
            {[item.director && `감독 ${item.director}`, item.production && `제작 ${item.production}`]
              .filter(Boolean)
              .join('  ·  ')}
          </p>
          <FocusGroup focusKey="item/buttons" axis="row" className={styles.buttons}>
            {action ? (
              <Button
                focusKey="item/primary"
                label={action.label}
                icon="play"
                isPrimary
                onPress={() => onPlay(action.episodeId)}
              />
            ) : (
              <Button focusKey="item/primary" label="뒤로" icon="back" onPress={onLeave} />
            )}
          </FocusGroup>
        </>
      }
      compact={<TitleBlock name={item.name} isCompact facts={facts} />}
      wall={rows.length > 0 && <FocusWall focusKey={wallKey} rows={rows} {...wallSize} />}
      isWallFirst={isWallFirst}
    />
  );
}
