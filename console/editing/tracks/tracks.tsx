import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { uploadEndings } from '#contract/console/inbox.ts';
import { changeSubtitles, type EpisodeSubtitle, type EpisodeTracks } from '#contract/console/tracks.ts';
import { call, isConflict, messageOf } from '../../lib/client.ts';
import { Confirm, Problem } from '../../ui/dialogs.tsx';
import { Fact } from '../../ui/fact.tsx';
import { QueryNothing } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { offsetText } from '../schema.ts';
import { type ChosenSubtitle, chosenOf } from './chosen-subtitle.ts';
import { canRead, isBehindText } from './reading-texts.ts';
import { Readings, useBeginReading } from './readings.tsx';
import { SubtitleFileSheet } from './subtitle-file.tsx';
import { Sounds } from './sounds.tsx';
import { EditTrackSheet } from './track-form.tsx';
import { WatchSubtitleSheet } from './watch-subtitle.tsx';
import { TrackMenu } from './track-menu.tsx';
import { languageName, SUBTITLE_ROLES, subtitleRoleName } from './track-names.ts';
import { useTracks, useTracksCache } from './use-tracks.ts';

const ACCEPTED = uploadEndings.subtitle.map((ending) => `.${ending}`).join(',');

/** The pictures, sounds and subtitles of an episode's video; edits its sounds and subtitles. */
export function TracksSection({ episodeId }: { episodeId: number }) {
  const found = useTracks(episodeId);
  if (!found.data) return <QueryNothing query={found} />;
  return (
    <>
      <VideoFacts tracks={found.data} />
      <Sounds episodeId={episodeId} tracks={found.data} />
      <Subtitles episodeId={episodeId} tracks={found.data} />
    </>
  );
}

function VideoFacts({
  tracks: { duration, renditions, chapters, clip_id: clipId, cnt_episode: count },
}: {
  tracks: EpisodeTracks;
}) {
  return (
    <dl className="facts">
      <Fact name="길이">{offsetText(duration)}</Fact>
      <Fact name="화면">
        {renditions === null
          ? '읽지 못했어요'
          : renditions.map(({ height, codec, kilobits }) => (
              <span key={`${height} ${codec} ${kilobits}`} className="line">
                {height}p{' '}
                <span className="muted">
                  {codec} · {(kilobits / 1000).toFixed(1)} Mbps
                </span>
              </span>
            ))}
      </Fact>
      {chapters.length > 0 && (
        <Fact name="챕터">
          {chapters.map(({ start_seconds: start, title }, index) => (
            <span key={index} className="line">
              <span className="muted">{offsetText(start)}</span> {title === '' ? `챕터 ${index + 1}` : title}
            </span>
          ))}
        </Fact>
      )}
      <Fact name="영상 번호">
        <span className="path">{clipId}</span>
        {count > 1 && <span className="note">회차 {count}개가 함께 써요. 소리와 자막도 함께 바뀌어요.</span>}
      </Fact>
    </dl>
  );
}

type Act = 'read' | 'watch' | 'edit' | 'file' | 'up' | 'down' | 'remove';

const toBody = (subtitles: readonly EpisodeSubtitle[]) =>
  subtitles.map(({ id, lang, role, label }) => ({ id, lang, role, label }));

function Subtitles({ episodeId, tracks }: { episodeId: number; tracks: EpisodeTracks }) {
  const { take, readAgain } = useTracksCache(episodeId);
  const [open, setOpen] = useState<{ act: Act; subtitle: EpisodeSubtitle } | null>(null);
  const [chosen, setChosen] = useState<{ subtitle: ChosenSubtitle; replaced: EpisodeSubtitle | null } | null>(null);
  const replaced = useRef<EpisodeSubtitle | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { subtitles, version, is_own: isOwn } = tracks;

  const save = useMutation({
    mutationFn: (next: readonly EpisodeSubtitle[]) =>
      call(changeSubtitles, { params: { id: String(episodeId) }, body: { version, subtitles: toBody(next) } }),
    onSuccess: (next) => {
      take(next);
      setOpen(null);
      toast('자막을 저장했어요. 시청자에게 바로 보여요.');
    },
    onError: (error) => {
      if (isConflict(error)) void readAgain();
    },
  });

  const reading = useBeginReading(episodeId);
  const chooseFile = (of: EpisodeSubtitle | null) => {
    replaced.current = of;
    input.current?.click();
  };
  const move = (subtitle: EpisodeSubtitle, by: 1 | -1) => {
    const at = subtitles.indexOf(subtitle);
    const next = subtitles.filter((one) => one !== subtitle);
    next.splice(at + by, 0, subtitle);
    save.mutate(next);
  };
  const carryOut = (act: Act, subtitle: EpisodeSubtitle) => {
    save.reset();
    if (act === 'file') return chooseFile(subtitle);
    if (act === 'read') return reading.mutate(subtitle.id);
    if (act === 'up' || act === 'down') return move(subtitle, act === 'up' ? -1 : 1);
    setOpen({ act, subtitle });
  };
  const close = () => {
    setOpen(null);
    save.reset();
  };
  const problem = save.error ? messageOf(save.error) : undefined;

  return (
    <>
      <h3 className="part">자막</h3>
      <div className="section-tools">
        <input
          ref={input}
          className="hidden"
          type="file"
          tabIndex={-1}
          aria-label="자막 파일"
          // An index and its pictures are two files.
          multiple
          accept={ACCEPTED}
          onChange={({ target }) => {
            const subtitle = chosenOf([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
            if (subtitle) setChosen({ subtitle, replaced: replaced.current });
          }}
        />
        {isOwn ? (
          <Button className="button" onPress={() => chooseFile(null)}>
            자막 더하기
          </Button>
        ) : (
          <p className="hint">카탈로그 폴더의 영상이라 자막 파일은 그곳에서 더해요. 이름과 순서는 바꿀 수 있어요.</p>
        )}
      </div>
      {subtitles.length === 0 ? (
        <p className="nothing">아직 자막이 없어요.</p>
      ) : (
        <SubtitleTable tracks={tracks} onAct={carryOut} />
      )}
      {open === null && <Problem>{problem ?? (reading.error ? messageOf(reading.error) : undefined)}</Problem>}
      <Readings episodeId={episodeId} tracks={tracks} />
      {chosen && (
        <SubtitleFileSheet episodeId={episodeId} tracks={tracks} {...chosen} onClose={() => setChosen(null)} />
      )}
      {open?.act === 'watch' && (
        <WatchSubtitleSheet streams={tracks.streams} subtitle={open.subtitle} onClose={close} />
      )}
      {open?.act === 'edit' && (
        <EditTrackSheet
          track={open.subtitle}
          roles={SUBTITLE_ROLES}
          save={save}
          onSave={(changes) =>
            save.mutate(subtitles.map((one) => (one.id === open.subtitle.id ? { ...one, ...changes } : one)))
          }
          onClose={close}
        />
      )}
      {open?.act === 'remove' && (
        <Confirm
          title={`${open.subtitle.label} 지우기`}
          verb="지우기"
          isDangerous
          save={save}
          onConfirm={() => save.mutate(subtitles.filter(({ id }) => id !== open.subtitle.id))}
          onClose={close}
        >
          <p>
            시청자가 <strong>{open.subtitle.label}</strong> 자막을 더는 고를 수 없어요. 지금 보고 있는 사람에게는 끝까지
            보여요.
          </p>
        </Confirm>
      )}
    </>
  );
}

interface SubtitleTableProps {
  tracks: EpisodeTracks;
  onAct(act: Act, subtitle: EpisodeSubtitle): void;
}

const SubtitleTable = ({ tracks, onAct }: SubtitleTableProps) => (
  <Table label="자막" columns={columnsOf(tracks, onAct)} rows={tracks.subtitles} keyOf={({ id }) => id} />
);

const columnsOf = (
  tracks: EpisodeTracks,
  onAct: (act: Act, subtitle: EpisodeSubtitle) => void,
): readonly Column<EpisodeSubtitle>[] => [
  {
    name: '이름',
    kind: 'name',
    cell: (subtitle) => (
      <>
        {subtitle.label}
        {isBehindText(tracks, subtitle) && <span className="note">글자 자막이 있어서 시청자에게 안 보여요.</span>}
      </>
    ),
  },
  { name: '언어', label: true, cell: ({ lang }) => languageName(lang) },
  { name: '종류', label: true, cell: ({ role }) => subtitleRoleName(role) },
  {
    name: '작업',
    kind: 'actions',
    cell: (subtitle) => {
      const { subtitles, is_own: isOwn } = tracks;
      const at = subtitles.indexOf(subtitle);
      const acts: readonly (readonly [Act, string])[] = [
        ...(subtitle.is_pictures ? [] : ([['watch', '영상과 보기']] as const)),
        ...(canRead(tracks, subtitle) ? ([['read', '글자로 읽기']] as const) : []),
        ['edit', '이름, 언어, 종류'],
        ...(isOwn ? ([['file', '파일 바꾸기']] as const) : []),
        ...(at > 0 ? ([['up', '위로']] as const) : []),
        ...(at < subtitles.length - 1 ? ([['down', '아래로']] as const) : []),
        ['remove', '지우기'],
      ];
      return <TrackMenu of={subtitle.label} acts={acts} onAct={(act) => onAct(act, subtitle)} />;
    },
  },
];
