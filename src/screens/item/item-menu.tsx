import type { Item } from '#contract/catalogue.ts';
import { hasBegun, isFinished, type Situation } from '#src/features/episodes/primary-action.ts';
import { useSetWatched } from '#src/features/episodes/use-set-watched.ts';
import { useSetHidden } from '#src/features/items/use-set-hidden.ts';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { MenuDialog } from './menu-dialog.tsx';

export interface ItemMenuProps {
  readonly item: Item;
  readonly situation: Situation;
  /** Returns to the details. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Menu of a title. It stays open after hiding the title, so that the next press undoes that. */
export function ItemMenu({ item, situation, onBack, onClose }: ItemMenuProps) {
  const setWatched = useSetWatched();
  const setHidden = useSetHidden();
  const [first] = situation.episodes;
  const { is_hidden: isHidden } = item.my;
  const mark = (isWatched: boolean) => () => {
    onClose();
    if (first) setWatched(first, isWatched, 'title');
  };
  return (
    <MenuDialog
      focusKey="item-menu"
      title={item.name}
      onBack={onBack}
      rows={[
        <OptionRow
          key="hide"
          focusKey="item-menu/hide"
          label="이 작품 숨기기"
          detail={isHidden ? '홈과 추천에 나오지 않아요.' : '홈과 추천에서 빼요. 검색으로는 찾을 수 있어요.'}
          isOn={isHidden}
          onPress={() => setHidden(item.id, !isHidden)}
        />,
        first && !isFinished(situation) && (
          <OptionRow
            key="watched"
            focusKey="item-menu/watched"
            label="모두 본 것으로 표시"
            detail={`${item.cnt_episode}개 회차`}
            onPress={mark(true)}
          />
        ),
        first && hasBegun(item, situation.episodes) && (
          <OptionRow
            key="unwatched"
            focusKey="item-menu/unwatched"
            label="모두 안 본 것으로 표시"
            detail="이어볼 위치도 지워요."
            onPress={mark(false)}
          />
        ),
      ]}
    />
  );
}
