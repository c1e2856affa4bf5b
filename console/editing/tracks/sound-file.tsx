import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import type { InboxFile } from '#contract/console/inbox.ts';
import { withParticle } from '#contract/rules/particles.ts';
import {
  addSound,
  soundIdOf,
  SOUND_TOLERANCE_SECONDS,
  type EpisodeSound,
  type EpisodeTracks,
  type SoundQuestion,
} from '#contract/console/tracks.ts';
import { call, isConflict, messageOf } from '../../lib/client.ts';
import { continueFile } from '../../lib/uploads.ts';
import { useUploaded } from '../../lib/use-uploaded.ts';
import { problemText } from '../../pages/media/media-texts.ts';
import { Problem, Sheet } from '../../ui/dialogs.tsx';
import { Fact } from '../../ui/fact.tsx';
import { SheetForm } from '../../ui/sheet-form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { offsetText } from '../schema.ts';
import { TrackChoices } from './track-form.tsx';
import { SOUND_ROLES, soundLabelOf } from './track-names.ts';
import { useTracksCache } from './use-tracks.ts';

interface SoundFileProps {
  episodeId: number;
  tracks: EpisodeTracks;
  file: File;
  /** Null for a sound that is added. */
  replaced: EpisodeSound | null;
  onClose(): void;
}

const percentOf = (part: number, whole: number) => Math.floor((part / Math.max(1, whole)) * 100);

/** Uploads a file of sound, asks what is doubtful about it, and begins the job that makes it a sound of the video. */
export function SoundFileSheet(props: SoundFileProps) {
  const { replaced, file, onClose } = props;
  return (
    <Sheet title={replaced ? `${replaced.label} 파일 바꾸기` : '소리 더하기'} isOpen isWide onClose={onClose}>
      <div className="stack">
        <p className="path">{file.name}</p>
        <Uploading {...props} />
      </div>
    </Sheet>
  );
}

function Uploading(props: SoundFileProps) {
  const { file, onClose } = props;
  const { sending, known, hasTools, error, retry } = useUploaded(file);
  if (known?.state === 'ready') return <SoundForm {...props} known={known} />;
  const refusal =
    sending?.state === 'refused'
      ? (sending.problem ?? '이 파일은 받을 수 없어요.')
      : known?.state === 'refused'
        ? known.problem
          ? problemText(known.problem)
          : '이 파일은 받을 수 없어요.'
        : null;
  return (
    <>
      {error ? (
        <Problem>{messageOf(error)}</Problem>
      ) : refusal !== null ? (
        <Problem>{refusal}</Problem>
      ) : (
        <div className="progress">
          <progress
            {...(sending && { value: sending.sent, max: Math.max(1, sending.bytes) })}
            aria-label="소리 올리기"
          />
          <span aria-live="polite">
            {!sending
              ? '소리를 살펴보고 있어요…'
              : `${sending.state === 'stopped' ? '멈췄어요' : '올리는 중'} ${percentOf(sending.sent, sending.bytes)}%`}
          </span>
        </div>
      )}
      {!hasTools && (
        <p className="note warn">이 서버에는 소리를 살펴볼 도구가 없어요. 도구가 있는 서버가 살펴보면 이어져요.</p>
      )}
      <div className="actions">
        {error && (
          <Button className="button" onPress={retry}>
            다시 시도
          </Button>
        )}
        {sending?.state === 'stopped' && (
          <Button className="button" onPress={() => continueFile(sending.key)}>
            이어서 올리기
          </Button>
        )}
        <Button className="button" onPress={onClose}>
          닫기
        </Button>
      </div>
    </>
  );
}

function SoundForm({ episodeId, tracks, replaced, known, onClose }: SoundFileProps & { known: InboxFile }) {
  const { take, readAgain } = useTracksCache(episodeId);
  const acceptId = useId();
  const [found] = known.findings?.sounds ?? [];
  const seconds = known.findings?.seconds ?? 0;
  const [fields, setFields] = useState<EpisodeSound>(() => {
    if (replaced) return replaced;
    const lang = found === undefined || found.lang === 'und' ? 'ko' : found.lang;
    const role = found?.is_for_blind ? 'description' : 'dub';
    return { lang, role, label: soundLabelOf({ lang, role }) };
  });
  const [isAccepted, setAccepted] = useState(false);
  const isTaken = tracks.sounds.some(
    (one) => soundIdOf(one) === soundIdOf(fields) && (!replaced || soundIdOf(one) !== soundIdOf(replaced)),
  );
  const questions: SoundQuestion[] = [
    ...(isTaken ? (['SAME_SOUND'] as const) : []),
    // The record has whole seconds, and the server compares more exactly.
    ...(Math.abs(seconds - tracks.duration) > SOUND_TOLERANCE_SECONDS - 0.5 ? (['OTHER_LENGTH'] as const) : []),
  ];
  const isOpen = questions.length > 0 && !isAccepted;
  const add = useMutation({
    mutationFn: () =>
      call(addSound, {
        params: { id: String(episodeId) },
        body: {
          version: tracks.version,
          file_id: known.id,
          lang: fields.lang,
          role: fields.role,
          label: fields.label,
          ...(replaced && { replaces: soundIdOf(replaced) }),
          accepts: isAccepted ? questions : [],
        },
      }),
    onSuccess: (next) => {
      take(next);
      toast('소리를 만들기 시작했어요. 끝나면 시청자가 고를 수 있어요.');
      onClose();
    },
    onError: (error) => {
      if (isConflict(error)) void readAgain();
    },
  });
  return (
    <SheetForm
      save={add}
      isBlocked={isOpen}
      verb={replaced ? '바꾸기' : '더하기'}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <dl className="facts">
        <Fact name="소리 길이">{offsetText(Math.round(seconds))}</Fact>
        <Fact name="영상 길이">{offsetText(tracks.duration)}</Fact>
      </dl>
      <TrackChoices
        value={fields}
        roles={SOUND_ROLES}
        onChange={(next) => {
          setAccepted(false);
          // A name of ours follows language and kind until the operator writes another one.
          const isOurs = fields.label === soundLabelOf(fields) && next.label === fields.label;
          setFields(isOurs ? { ...next, label: soundLabelOf(next) } : next);
        }}
      />
      {questions.length > 0 && (
        <div className="questions" role="group" aria-label="확인할 것">
          {isTaken && (
            <p className="note warn">같은 언어와 종류의 소리가 이미 있어요. 더하면 그 소리를 이 파일로 바꿔요.</p>
          )}
          {questions.includes('OTHER_LENGTH') && (
            <p className="note warn">
              소리는 {offsetText(Math.round(seconds))}이고 영상은{' '}
              {withParticle(offsetText(tracks.duration), '이에요/예요')}. 다른 회차의 소리가 아닌지 확인해 주세요.
              짧으면 끝이 조용하고, 길면 끝이 잘려요.
            </p>
          )}
          <label className="check" htmlFor={acceptId}>
            <input
              id={acceptId}
              type="checkbox"
              checked={isAccepted}
              onChange={({ target }) => setAccepted(target.checked)}
            />
            확인했어요
          </label>
        </div>
      )}
    </SheetForm>
  );
}
