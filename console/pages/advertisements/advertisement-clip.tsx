import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { listAdvertisementClips, type AdvertisementClip } from '#contract/console/advertisements.ts';
import { MOST_COUNTED_CLIPS } from '#contract/console/clips.ts';
import { PartialNote } from '#console/editing/clip-field.tsx';
import { call } from '#console/lib/client.ts';
import { countText } from '#console/lib/format.ts';
import { pictureSrc } from '#console/lib/picture-src.ts';
import { Field } from '#console/ui/fields.tsx';
import { QueryNothing } from '#console/ui/page.tsx';
import { ClipUpload } from './advertisement-upload.tsx';

/** Clips in the list; a longer list is narrowed by its search. */
const LIMIT = 30;

type Named = Pick<AdvertisementClip, 'id' | 'name'> & Partial<Pick<AdvertisementClip, 'used_by'>>;

/** The name of a clip for operators: its file, else what plays it, else its id. */
const nameOf = ({ id, name, used_by: [first] = [] }: Named) => name ?? first ?? id;

const noteOf = (clip: AdvertisementClip) =>
  [
    `${countText(clip.duration)}초`,
    clip.is_free ? null : '공개한 회차의 영상',
    clip.used_by.filter((one) => one !== nameOf(clip)).join(', ') || null,
  ]
    .filter(Boolean)
    .join(' · ');

interface ClipFieldProps {
  value: string;
  /** The current clip of the advertisement. A filtered list may not contain it. */
  known: Pick<AdvertisementClip, 'id' | 'name'> | null;
  onChange(value: string): void;
}

/** Chooses a packaged clip, found by its name, or uploads a new one. */
export function ClipField({ value, known, onChange }: ClipFieldProps) {
  const [keyword, setKeyword] = useState('');
  const clips = useQuery({
    queryKey: ['advertisements', 'clips', keyword],
    queryFn: ({ signal }) => call(listAdvertisementClips, { query: { keyword, limit: String(LIMIT) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const results = clips.data?.results ?? [];
  const chosen = results.find(({ id }) => id === value) ?? (known?.id === value ? known : { id: value, name: null });
  return (
    <div className="clip-field">
      <Field
        label="영상"
        type="search"
        placeholder="작품, 파일, 광고 이름으로 찾기"
        value={keyword}
        onChange={setKeyword}
        hint={value === '' ? '아직 고르지 않았어요. 목록에서 하나를 골라 주세요.' : `고른 영상: ${nameOf(chosen)}`}
      />
      {results.length === 0 ? (
        <QueryNothing query={clips}>찾는 영상이 없어요. 새 영상을 올려 주세요.</QueryNothing>
      ) : (
        <ListBox
          aria-label="영상 목록"
          className="listbox clips"
          selectionMode="single"
          selectedKeys={value === '' ? [] : [value]}
          disabledKeys={results.filter(({ id, is_free: isFree }) => !isFree && id !== value).map(({ id }) => id)}
          onSelectionChange={(keys) => {
            const [key] = [...(keys as Set<string>)];
            if (key !== undefined) onChange(key);
          }}
        >
          {results.map((clip) => (
            <ListBoxItem key={clip.id} id={clip.id} textValue={nameOf(clip)} className="option">
              <span className="clip-value">
                {clip.picture === null ? (
                  <span className="clip-picture" aria-hidden="true" />
                ) : (
                  <img className="clip-picture" src={pictureSrc(clip.picture)} alt="" loading="lazy" />
                )}
                <span>
                  {nameOf(clip)} <span className="note">{noteOf(clip)}</span>
                </span>
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      {clips.data && clips.data.count > results.length && (
        <p className="muted">
          {countText(clips.data.count)}개{clips.data.count === MOST_COUNTED_CLIPS && '가 넘는 영상'} 가운데{' '}
          {results.length}개예요. 이름으로 찾아 보세요.
        </p>
      )}
      {clips.data?.is_partial && <PartialNote />}
      <ClipUpload
        onReady={(id) => {
          setKeyword('');
          onChange(id);
        }}
      />
    </div>
  );
}
