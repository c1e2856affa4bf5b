import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import {
  chooseDrawingStyle,
  type DrawingKind,
  drawingKinds,
  type DrawingStyle,
  getDrawingStyles,
} from '#contract/console/drawing-styles.ts';
import { call, messageOf } from '../../lib/client.ts';
import { countText } from '../../lib/format.ts';
import { Problem } from '../../ui/dialogs.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { offsetText } from '../schema.ts';

const KIND_NAMES: Readonly<Record<DrawingKind, string>> = { text: '글자', drawn: '그림', out: '빼기' };

/** From here on, the server is sure enough that nobody need look. */
const SURE = 0.8;

/** The styles of a title's subtitle files, each with a choice: text, drawn into the pictures, or left out. Empty without such files. */
export function DrawingStyles({ titleId }: { titleId: string }) {
  const client = useQueryClient();
  const queryKey = ['titles', titleId, 'drawing-styles'];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getDrawingStyles, { params: { id: titleId } }, { signal }),
  });
  const choose = useMutation({
    mutationFn: (body: { style: string; kind: DrawingKind }) =>
      call(chooseDrawingStyle, { params: { id: titleId }, body }),
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      toast('저장했어요. 이 작품에 다음에 넣는 영상부터 그렇게 만들어요.');
    },
  });
  const styles = found.data?.styles ?? [];
  if (styles.length === 0) return null;
  return (
    <>
      <h3 className="part">간판과 노래</h3>
      <p className="hint">
        자막 파일의 스타일마다 글자로 보일지, 화면에 그릴지 정해요. 작품 전체에 쓰이고, 다음에 넣는 영상부터 바뀌어요.
      </p>
      <Table
        label="자막 스타일"
        columns={columnsOf((style, kind) => choose.mutate({ style, kind }))}
        rows={styles}
        keyOf={({ style }) => style}
      />
      <Problem>{choose.error ? messageOf(choose.error) : undefined}</Problem>
    </>
  );
}

const sureness = ({ is_chosen: isChosen, confidence }: DrawingStyle) =>
  isChosen ? '직접 고름' : confidence >= SURE ? '확실해요' : '확인해 주세요';

const columnsOf = (onChoose: (style: string, kind: DrawingKind) => void): readonly Column<DrawingStyle>[] => [
  { name: '스타일', kind: 'name', cell: ({ style }) => style },
  {
    name: '첫 줄',
    label: true,
    cell: ({ sample, first_seconds: seconds }) => (
      <>
        {sample || '도형'} <span className="muted">{offsetText(Math.floor(seconds))}</span>
      </>
    ),
  },
  { name: '줄 수', label: true, cell: ({ cnt_event: count }) => countText(count) },
  { name: '판단', label: true, cell: sureness },
  {
    name: '종류',
    kind: 'actions',
    cell: ({ style, kind }) => (
      <MenuTrigger>
        <Button className="button small" aria-label={`${style} 종류: ${KIND_NAMES[kind]}`}>
          {KIND_NAMES[kind]}
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="listbox" onAction={(key) => onChoose(style, key as DrawingKind)}>
            {drawingKinds.map((one) => (
              <MenuItem key={one} id={one} className="option">
                {KIND_NAMES[one]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    ),
  },
];
