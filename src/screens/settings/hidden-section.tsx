import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { hiddenItemsQuery } from '#src/api/hidden.ts';
import { hiddenTitlesQuery } from '#src/api/hidden-titles.ts';
import { useSetHidden } from '#src/features/items/use-set-hidden.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import { QueryPart } from './query-part.tsx';

/** The titles that the profile has hidden. One that is shown again stays in the list until the section is left. */
export function HiddenSection() {
  const hidden = useQuery(hiddenItemsQuery(useApi()));
  const { data: chosen } = useQuery(hiddenTitlesQuery);
  const setHidden = useSetHidden();
  return (
    <QueryPart query={hidden} waitKey="settings/hidden/wait" listKey="settings/hidden/list">
      {({ count, results }) => (
        <OptionList focusKey="settings/hidden/list" label="숨긴 작품" visible={6}>
          {results.map((item) => {
            const isHidden = chosen?.[item.id] !== false;
            return (
              <OptionRow
                key={item.id}
                focusKey={`settings/hidden/${item.id}`}
                label={item.name}
                detail={isHidden ? '홈과 추천에 나오지 않아요' : '다시 나와요'}
                picture={<Picture src={item.images.poster} color={item.color} />}
                isOn={isHidden}
                onPress={() => setHidden(item.id, !isHidden)}
              />
            );
          })}
          {results.length === 0 && (
            <OptionRow
              focusKey="settings/hidden/none"
              label="숨긴 작품이 없어요"
              detail="작품 화면의 ‘더 보기’에서 숨길 수 있어요."
            />
          )}
          {count > results.length && (
            <OptionRow
              focusKey="settings/hidden/rest"
              label={`먼저 숨긴 작품 ${count - results.length}개가 더 있어요`}
              detail="검색으로 찾아서 다시 보이게 할 수 있어요."
            />
          )}
        </OptionList>
      )}
    </QueryPart>
  );
}
