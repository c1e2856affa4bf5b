import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { uploadEndings } from '#contract/console/inbox.ts';
import { changeSounds, soundIdOf, type EpisodeSound, type EpisodeTracks } from '#contract/console/tracks.ts';
import { call, isConflict, messageOf } from '../../lib/client.ts';
import { Confirm, Problem } from '../../ui/dialogs.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { SoundFileSheet } from './sound-file.tsx';
import { EditTrackSheet } from './track-form.tsx';
import { languageName, SOUND_ROLES, soundRoleName } from './track-names.ts';
import { TrackMenu } from './track-menu.tsx';
import { useTracksCache } from './use-tracks.ts';

const ACCEPTED = uploadEndings.sound.map((ending) => `.${ending}`).join(',');

type Act = 'edit' | 'file' | 'up' | 'down' | 'remove';

/** The sounds of an episode's video: added, replaced, renamed, reordered and removed without its pictures. */
export function Sounds({ episodeId, tracks }: { episodeId: number; tracks: EpisodeTracks }) {
  const { take, readAgain } = useTracksCache(episodeId);
  const [open, setOpen] = useState<{ act: Act; sound: EpisodeSound } | null>(null);
  const [chosen, setChosen] = useState<{ file: File; replaced: EpisodeSound | null } | null>(null);
  const replaced = useRef<EpisodeSound | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { sounds, version, can_change_sounds: canChange, sound_jobs: jobs } = tracks;

  const save = useMutation({
    mutationFn: (next: readonly (EpisodeSound & { id: string })[]) =>
      call(changeSounds, { params: { id: String(episodeId) }, body: { version, sounds: [...next] } }),
    onSuccess: (next) => {
      take(next);
      setOpen(null);
      toast('소리를 저장했어요. 다음 재생부터 시청자에게 보여요.');
    },
    onError: (error) => {
      if (isConflict(error)) void readAgain();
    },
  });
  const named = sounds.map((one) => ({ ...one, id: soundIdOf(one) }));
  const chooseFile = (of: EpisodeSound | null) => {
    replaced.current = of;
    input.current?.click();
  };
  const carryOut = (act: Act, sound: EpisodeSound) => {
    save.reset();
    if (act === 'file') return chooseFile(sound);
    if (act !== 'up' && act !== 'down') return setOpen({ act, sound });
    const at = sounds.indexOf(sound);
    const next = named.filter((_, index) => index !== at);
    next.splice(at + (act === 'up' ? -1 : 1), 0, named[at]!);
    save.mutate(next);
  };
  const close = () => {
    setOpen(null);
    save.reset();
  };
  const problem = save.error ? messageOf(save.error) : undefined;
  return (
    <>
      <h3 className="part">소리</h3>
      <div className="section-tools">
        <input
          ref={input}
          className="hidden"
          type="file"
          tabIndex={-1}
          aria-label="소리 파일"
          accept={ACCEPTED}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file may be chosen again.
            target.value = '';
            if (file) setChosen({ file, replaced: replaced.current });
          }}
        />
        {canChange ? (
          <Button className="button" onPress={() => chooseFile(null)}>
            소리 더하기
          </Button>
        ) : (
          <p className="hint">미디어에서 만든 영상이 아니라서 소리를 여기서 바꿀 수 없어요.</p>
        )}
      </div>
      {sounds.length === 0 ? (
        <p className="nothing">{canChange ? '소리가 없는 영상이에요.' : '영상 파일이 정한 대로 나와요.'}</p>
      ) : (
        <SoundTable sounds={sounds} canChange={canChange} onAct={carryOut} />
      )}
      <SoundJobs jobs={jobs} />
      {open === null && <Problem>{problem}</Problem>}
      {chosen && <SoundFileSheet episodeId={episodeId} tracks={tracks} {...chosen} onClose={() => setChosen(null)} />}
      {open?.act === 'edit' && (
        <EditTrackSheet
          track={open.sound}
          roles={SOUND_ROLES}
          save={save}
          onSave={(changes) =>
            save.mutate(named.map((one) => (one.id === soundIdOf(open.sound) ? { ...changes, id: one.id } : one)))
          }
          onClose={close}
        />
      )}
      {open?.act === 'remove' && (
        <Confirm
          title={`${open.sound.label} 지우기`}
          verb="지우기"
          isDangerous
          save={save}
          onConfirm={() => save.mutate(named.filter(({ id }) => id !== soundIdOf(open.sound)))}
          onClose={close}
        >
          <p>
            시청자가 <strong>{open.sound.label}</strong> 소리를 더는 고를 수 없어요. 지금 보고 있는 사람에게는 끝까지
            들려요.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Sounds that are being made, and those that could not be. */
const SoundJobs = ({ jobs }: { jobs: EpisodeTracks['sound_jobs'] }) =>
  jobs.length > 0 && (
    <ul className="lines" aria-label="만드는 소리">
      {jobs.map(({ id, label, state, fraction }) => (
        <li key={id}>
          {label} ·{' '}
          {state === 'failed' ? (
            <>
              만들지 못했어요. <a href="#/media">미디어</a>에서 이유를 볼 수 있어요.
            </>
          ) : state === 'running' ? (
            `만드는 중 ${Math.floor(fraction * 100)}%`
          ) : (
            '차례를 기다려요'
          )}
        </li>
      ))}
    </ul>
  );

interface SoundTableProps {
  sounds: readonly EpisodeSound[];
  canChange: boolean;
  onAct(act: Act, sound: EpisodeSound): void;
}

const SoundTable = ({ sounds, canChange, onAct }: SoundTableProps) => (
  <Table
    label="소리"
    columns={columnsOf(sounds, canChange ? onAct : null)}
    rows={sounds}
    keyOf={(one) => soundIdOf(one)}
  />
);

const columnsOf = (
  sounds: readonly EpisodeSound[],
  onAct: ((act: Act, sound: EpisodeSound) => void) | null,
): readonly Column<EpisodeSound>[] => [
  {
    name: '이름',
    kind: 'name',
    cell: (sound) => (
      <>
        {sound.label}
        {sounds[0] === sound && <span className="note">저절로 나오는 소리예요.</span>}
      </>
    ),
  },
  { name: '언어', label: true, cell: ({ lang }) => languageName(lang) },
  { name: '종류', label: true, cell: ({ role }) => soundRoleName(role) },
  ...(onAct === null
    ? []
    : [
        {
          name: '작업',
          kind: 'actions' as const,
          cell: (sound: EpisodeSound) => {
            const at = sounds.indexOf(sound);
            return (
              <TrackMenu
                of={`${sound.label} 소리`}
                acts={[
                  ['edit', '이름, 언어, 종류'],
                  ['file', '파일 바꾸기'],
                  ...(at > 0 ? ([['up', '위로']] as const) : []),
                  ...(at < sounds.length - 1 ? ([['down', '아래로']] as const) : []),
                  ...(sounds.length > 1 ? ([['remove', '지우기']] as const) : []),
                ]}
                onAct={(act) => onAct(act, sound)}
              />
            );
          },
        },
      ]),
];
