import { useState } from 'react';
import type { Item } from '#contract/catalogue.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { ageRule } from '#src/lib/age-rule.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import styles from './item-stage.module.css';
import { trackNames } from './track-facts.ts';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

/** Sounds and subtitles in one line, like the parts of a fact. */
const tracksLine = (sounds: string, subtitles: string): [string, string] =>
  sounds === ''
    ? ['자막', subtitles]
    : ['음성', [sounds, subtitles && `자막 ${subtitles}`].filter(Boolean).join(' · ')];

export interface ItemDetailsDialogProps {
  readonly item: Item;
  readonly onMenu: () => void;
  readonly onClose: () => void;
}

/**
 * The complete facts and synopsis of a title, which the block may cut, and the way to its menu. With letters above 130 %, one after
 * the other.
 */
export function ItemDetailsDialog({ item, onMenu, onClose }: ItemDetailsDialogProps) {
  const isDivided = useSettings(({ settings }) => settings.letters === 'large-2' || settings.letters === 'large-3');
  const [isTurned, setTurned] = useState(false);
  const names = (item.names ?? []).map(({ name }) => name).filter((name) => name !== item.name);
  const lines = [
    ['다른 이름', names.join(' · ')],
    ['감독', item.director],
    ['제작', item.production],
    ['출연', item.cast.join(', ')],
    [
      '방영',
      [
        item.air_quarter,
        item.weekday === null ? '' : `매주 ${WEEKDAYS[item.weekday]}요일`,
        item.cnt_episode > 0 ? `회차 ${item.cnt_episode}개` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    ['등급', [ageRule(item.content_rating), item.rating_reasons.join(', ')].filter(Boolean).join(' · ')],
    tracksLine(trackNames(item.audio_tracks), trackNames(item.subtitle_tracks)),
    ['태그', item.tags.map((tag) => `#${tag}`).join('  ')],
  ].filter(([, text]) => text);
  return (
    <DialogFrame
      focusKey="details"
      label={`${item.name} 정보`}
      preferredKey="details/buttons"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <h2 className={styles.detailsTitle}>{item.name}</h2>
      <ItemFacts item={item} />
      {!(isDivided && isTurned) && <p className={styles.synopsis}>{item.synopsis}</p>}
      {(!isDivided || isTurned) && (
        <dl className={styles.lines}>
          {lines.map(([name, text]) => (
            <div key={name} className={styles.line}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <FocusGroup focusKey="details/buttons" axis="row" className={styles.detailsButtons}>
        <Button focusKey="details/close" label="닫기" onPress={onClose} />
        {isDivided && (
          <Button
            focusKey="details/turn"
            label={isTurned ? '줄거리' : '제작 정보'}
            onPress={() => setTurned(!isTurned)}
          />
        )}
        <Button focusKey="details/menu" label="작품 메뉴" onPress={onMenu} />
      </FocusGroup>
    </DialogFrame>
  );
}
