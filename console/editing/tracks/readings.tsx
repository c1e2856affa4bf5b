import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { beginReading, removeReading } from '#contract/console/readings.ts';
import type { EpisodeSubtitle, EpisodeTracks, SubtitleReading } from '#contract/console/tracks.ts';
import { call, messageOf } from '../../lib/client.ts';
import { Confirm, Problem } from '../../ui/dialogs.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { writeDraft } from '../drafts.ts';
import { draftKeyOf, ReadLinesSheet } from './read-lines.tsx';
import { readerHint, readingText } from './reading-texts.ts';
import { useTracksCache } from './use-tracks.ts';

/** Begins to read the pictures of a subtitle as text. */
export function useBeginReading(episodeId: number) {
  const { take } = useTracksCache(episodeId);
  return useMutation({
    mutationFn: (subtitleId: string) =>
      call(beginReading, { params: { id: String(episodeId) }, body: { subtitle_id: subtitleId } }),
    onSuccess: take,
  });
}

/** The texts that are read of pictures: how far each is, and what an operator can do with it. */
export function Readings({ episodeId, tracks }: { episodeId: number; tracks: EpisodeTracks }) {
  const { readAgain } = useTracksCache(episodeId);
  const [open, setOpen] = useState<{ act: 'check' | 'remove'; id: string } | null>(null);
  const begin = useBeginReading(episodeId);
  const remove = useMutation({
    mutationFn: (id: string) => call(removeReading, { params: { id } }),
    onSuccess: (_, id) => {
      writeDraft(draftKeyOf(id), undefined);
      setOpen(null);
      return readAgain();
    },
  });
  const hint = readerHint(tracks);
  const shown = tracks.readings.flatMap((reading) => {
    const subtitle = tracks.subtitles.find(({ id }) => id === reading.subtitle_id);
    return subtitle ? [{ reading, subtitle }] : [];
  });
  const chosen = shown.find(({ reading }) => reading.id === open?.id);
  return (
    <>
      {shown.length > 0 && (
        <ul className="readings" aria-label="글자로 읽는 자막">
          {shown.map(({ reading, subtitle }) => (
            <li key={reading.id}>
              <span>
                {subtitle.label} · {readingText(reading)}
              </span>
              <ReadingActs
                reading={reading}
                subtitle={subtitle}
                onAct={(act) => (act === 'again' ? begin.mutate(subtitle.id) : setOpen({ act, id: reading.id }))}
              />
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && <p className="hint">{hint}</p>}
      <Problem>{begin.error ? messageOf(begin.error) : null}</Problem>
      {open?.act === 'check' && chosen && (
        <ReadLinesSheet episodeId={episodeId} tracks={tracks} {...chosen} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'remove' && chosen && (
        <Confirm
          title={`${chosen.subtitle.label} 글자 초안 지우기`}
          verb="지우기"
          isDangerous
          save={remove}
          onConfirm={() => remove.mutate(chosen.reading.id)}
          onClose={() => setOpen(null)}
        >
          <p>지금까지 읽고 고친 글자를 지워요. 그림 자막은 그대로 있어요.</p>
        </Confirm>
      )}
    </>
  );
}

interface ActsProps {
  reading: SubtitleReading;
  subtitle: EpisodeSubtitle;
  onAct(act: 'check' | 'again' | 'remove'): void;
}

const ReadingActs = ({ reading: { state }, subtitle: { label }, onAct }: ActsProps) => (
  <span className="row-actions">
    {state === 'read' && <RowAction of={label} verb="글자 확인" onPress={() => onAct('check')} />}
    {state === 'failed' && <RowAction of={label} verb="이어서 읽기" onPress={() => onAct('again')} />}
    <RowAction
      of={label}
      verb={state === 'waiting' || state === 'reading' ? '그만 읽기' : '초안 지우기'}
      onPress={() => onAct('remove')}
    />
  </span>
);
