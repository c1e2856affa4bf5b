import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { listClips, type OperatedClip } from '#contract/console/clips.ts';
import { call } from '../lib/client.ts';
import { pictureSrc } from '../lib/picture-src.ts';
import { Sheet } from '../ui/dialogs.tsx';
import { Field } from '../ui/fields.tsx';
import { QueryNothing } from '../ui/page.tsx';
import { offsetText } from './schema.ts';

export interface ClipFieldProps {
  id: string;
  label: string;
  /** Empty for none. */
  value: string;
  onChange(clip: string): void;
  isNullable: boolean;
  'aria-describedby': string;
}

/** A clip of the catalogue, chosen from a list that can be searched. */
export function ClipField({ id, label, value, onChange, isNullable, ...described }: ClipFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = useQuery({
    queryKey: ['clips', 'chosen', value],
    queryFn: ({ signal }) => call(listClips, { query: { keyword: value, limit: '1' } }, { signal }),
    enabled: value !== '',
    staleTime: 60_000,
  });
  const shown = chosen.data?.results.find((clip) => clip.id === value);
  return (
    <span className="clip">
      <button
        type="button"
        id={id}
        className="input select"
        aria-haspopup="dialog"
        {...described}
        onClick={() => setOpen(true)}
      >
        <span className="clip-value">
          {shown && <ClipPicture of={shown} />}
          <span className="path">{value === '' ? '고르기' : shown ? clipName(shown) : value}</span>
        </span>
        <span aria-hidden="true" className="chevron" />
      </button>
      {isNullable && value !== '' && (
        <Button className="button" aria-label={`${label} 빼기`} onPress={() => onChange('')}>
          빼기
        </Button>
      )}
      {isOpen && (
        <ClipSheet
          title={label}
          onClose={() => setOpen(false)}
          onChoose={(clip) => {
            onChange(clip);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}

/** The name of a clip for operators: its file, else the episode that plays it, else its id. */
const clipName = ({ id, file, used_by: users }: OperatedClip) => file ?? users[0] ?? id;

const ClipPicture = ({ of: { picture } }: { of: Pick<OperatedClip, 'picture'> }) =>
  picture === null ? (
    <span className="clip-picture" aria-hidden="true" />
  ) : (
    <img className="clip-picture" src={pictureSrc(picture)} alt="" loading="lazy" />
  );

/** A word of very many titles is not looked for in all of their episodes. */
export const PartialNote = () => (
  <p className="muted">
    여러 작품의 이름에 있는 말이라서, 회차는 새로 더한 작품의 것만 찾았어요. 회차까지 적어 보세요.
  </p>
);

const LIMIT = 20;

function ClipSheet(props: { title: string; onClose(): void; onChoose(clip: string): void }) {
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(0);
  const asked = { keyword, limit: String(LIMIT), offset: String(page * LIMIT) };
  const clips = useQuery({
    queryKey: ['clips', asked],
    queryFn: ({ signal }) => call(listClips, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { count = 0, results = [] } = clips.data ?? {};
  return (
    <Sheet title={`${props.title} 고르기`} isOpen isWide onClose={props.onClose}>
      <div className="stack">
        <Field
          label="작품, 파일 이름이나 영상 번호로 찾기"
          type="search"
          value={keyword}
          onChange={(text) => {
            setKeyword(text);
            setPage(0);
          }}
          autoFocus
        />
        {results.length === 0 ? (
          <QueryNothing query={clips}>찾는 영상이 없어요. 미디어에서 영상을 먼저 올려 주세요.</QueryNothing>
        ) : (
          <div className="table-box">
            <table aria-label="영상">
              <tbody>
                {results.map((clip) => (
                  <tr key={clip.id}>
                    <th scope="row">
                      <button type="button" className="link clip-value" onClick={() => props.onChoose(clip.id)}>
                        <ClipPicture of={clip} />
                        <span className="path">{clipName(clip)}</span>
                      </button>
                    </th>
                    <td className="time">{offsetText(clip.duration)}</td>
                    <td>
                      {clip.used_by.length === 0 ? <strong>아직 쓰지 않음</strong> : clip.used_by.join(', ')}
                      {clipName(clip) !== clip.id && <span className="note">{clip.id}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {clips.data?.is_partial && <PartialNote />}
        <div className="actions">
          <Button className="button" isDisabled={page === 0} onPress={() => setPage(page - 1)}>
            이전
          </Button>
          <Button className="button" isDisabled={(page + 1) * LIMIT >= count} onPress={() => setPage(page + 1)}>
            다음
          </Button>
          <Button className="button" onPress={props.onClose}>
            그만두기
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
