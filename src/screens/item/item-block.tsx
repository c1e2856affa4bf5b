import type { Item } from '#contract/catalogue.ts';
import type { ItemRequest } from '#contract/item-requests.ts';
import type { PrimaryAction } from '#src/features/episodes/primary-action.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { requestLabels } from '#src/features/requests/request-label.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { lastDayLabel } from '#src/lib/labels.ts';
import { Button } from '#src/ui/button.tsx';
import type { AnyIcon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { TitleBlock } from '#src/ui/page/title-block.tsx';
import { originalNameOf, peopleOf } from './item-details.ts';
import { itemKeys } from './item-keys.ts';
import styles from './item-stage.module.css';
import { trackBadges } from './track-facts.ts';

export interface ItemBlockProps {
  readonly item: Item;
  readonly action: PrimaryAction;
  readonly request: ItemRequest | null;
  /** The download button of the episode to watch; null for no button. */
  readonly download: { readonly label: string; readonly name: string; readonly isDownloaded: boolean } | null;
  readonly onDownload: () => void;
  readonly onRun: () => void;
  readonly onToggleWish: () => void;
  readonly onRate: () => void;
  readonly onTrailer: () => void;
  readonly onMore: () => void;
}

const ICONS: Record<PrimaryAction['kind'], AnyIcon> = {
  play: 'play',
  'next-season': 'play',
  offer: laterIcons.bag,
  'adults-offer': 'lock',
  membership: 'lock',
  identity: 'lock',
  request: 'bell',
};

const HIDDEN = '숨긴 작품이에요. 홈과 추천에 나오지 않아요.';

/** The large block: facts and buttons of the title. */
export function ItemBlock(props: ItemBlockProps) {
  const { item, action, request, download, onDownload, onRun, onToggleWish, onRate, onMore } = props;
  const { onTrailer } = props;
  const { is_wished: isWished, is_hidden: isHidden, rating } = item.my;
  const asked = action.kind === 'request' ? requestLabels(request) : null;
  const original = originalNameOf(item);
  const notice = item.last_day
    ? `곧 내려가요. ${lastDayLabel(item.last_day)} 볼 수 있어요.`
    : item.next_release?.notice;
  return (
    <>
      <TitleBlock
        name={item.name}
        facts={
          <>
            {original && (
              <p className={styles.original} lang={original.lang}>
                {original.name}
              </p>
            )}
            <ItemFacts item={item} badges={trackBadges(item)} />
          </>
        }
        text={item.synopsis}
      />
      <p className={styles.people}>{peopleOf(item)}</p>
      {notice && !isHidden ? (
        <p className={styles.notice}>{notice}</p>
      ) : (
        <p className={styles.tags}>
          {asked?.text ?? (isHidden ? HIDDEN : item.tags.map((tag) => `#${tag}`).join('  '))}
        </p>
      )}
      <FocusGroup focusKey="item/buttons" axis="row" preferredKey={itemKeys.primary} className={styles.buttons}>
        <Button
          focusKey={itemKeys.primary}
          label={action.kind === 'request' ? (asked?.button ?? '') : action.label}
          icon={request ? 'check' : ICONS[action.kind]}
          isPrimary={request === null}
          plays={action.kind === 'play' ? action.episodeId : undefined}
          onPress={onRun}
        />
        <Button
          focusKey={itemKeys.wish}
          label="보고 싶어요"
          icon={isWished ? 'check' : 'plus'}
          isPressed={isWished}
          onPress={onToggleWish}
        />
        <Button
          focusKey={itemKeys.rate}
          label={rating === null ? '별점' : rating.toFixed(1)}
          name={rating === null ? '별점 주기' : `내 별점 ${rating.toFixed(1)}, 고치기`}
          icon="star"
          onPress={onRate}
        />
        {download && (
          <Button
            focusKey={itemKeys.download}
            label={download.label}
            name={download.name}
            icon={download.isDownloaded ? 'check' : laterIcons.download}
            onPress={onDownload}
          />
        )}
        {item.trailer !== null && <Button focusKey={itemKeys.trailer} label="예고편" icon="play" onPress={onTrailer} />}
        <Button focusKey={itemKeys.more} label="더 보기" icon="info" onPress={onMore} />
      </FocusGroup>
    </>
  );
}
