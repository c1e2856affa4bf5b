import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  addSubtitle,
  examineSubtitle,
  subtitleEncodings,
  type EpisodeSubtitle,
  type EpisodeTracks,
  type ExaminedSubtitle,
  type SubtitleEncoding,
  type SubtitleRole,
} from '#contract/console/tracks.ts';
import { call, isConflict, messageOf } from '../../lib/client.ts';
import { noticeText } from '../../pages/media/media-texts.ts';
import { Problem, Sheet } from '../../ui/dialogs.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Submit } from '../../ui/submit.tsx';
import { toast } from '../../ui/toasts.tsx';
import { offsetText } from '../schema.ts';
import { type ChosenSubtitle, givenOf, problemOf, type WaitingSubtitle } from './chosen-subtitle.ts';
import { TrackChoices, type TrackFields } from './track-form.tsx';
import { ENCODING_NAMES, languageName, QUESTIONS, SUBTITLE_ROLES } from './track-names.ts';
import { useTracksCache } from './use-tracks.ts';

export interface SubtitleFileProps {
  subtitle: ChosenSubtitle | WaitingSubtitle;
  episodeId: number;
  tracks: EpisodeTracks;
  /** Null for a subtitle that is added. */
  replaced: EpisodeSubtitle | null;
  /** @param hasOthers whether the file has other languages, which can be added too */
  onAdded?(hasOthers: boolean): void;
  onClose(): void;
}

type Found = ExaminedSubtitle['tracks'][number];

/** How the operator reads the file, where that differs from what is guessed. */
interface Reading {
  encoding: SubtitleEncoding | null;
  track: number;
  said: TrackFields<SubtitleRole> | null;
}

/** Looks at a subtitle file, asks what is doubtful about it, and adds it. */
export function SubtitleFileSheet(props: SubtitleFileProps) {
  const { subtitle, replaced, onClose } = props;
  const problem = 'file' in subtitle ? problemOf(subtitle) : undefined;
  return (
    <Sheet title={replaced ? `${replaced.label} 파일 바꾸기` : '자막 더하기'} isOpen isWide onClose={onClose}>
      {problem ? (
        <div className="stack">
          <Problem>{problem}</Problem>
          <CloseButton onClose={onClose} />
        </div>
      ) : (
        <SubtitleFile {...props} />
      )}
    </Sheet>
  );
}

const CloseButton = ({ onClose }: { onClose(): void }) => (
  <div className="actions">
    <Button className="button" onPress={onClose}>
      닫기
    </Button>
  </div>
);

function SubtitleFile({ episodeId, tracks, subtitle, replaced, onAdded, onClose }: SubtitleFileProps) {
  const { take, readAgain } = useTracksCache(episodeId);
  const [reading, setReading] = useState<Reading>({
    encoding: null,
    track: 0,
    said: replaced && { lang: replaced.lang, role: replaced.role, label: replaced.label },
  });
  const [isAccepted, setAccepted] = useState(false);
  const { encoding, track, said } = reading;
  const { name, query, body, key } = givenOf(subtitle);
  const shared = {
    ...query,
    ...(encoding && { encoding }),
    ...(track > 0 && { track: String(track) }),
    ...(replaced && { replaces: replaced.id }),
  };
  const params = { id: String(episodeId) };
  const asked = { ...shared, ...(said && { lang: said.lang, role: said.role }) };
  const examined = useQuery({
    queryKey: ['subtitle-file', episodeId, key, asked],
    queryFn: ({ signal }) => call(examineSubtitle, { params, query: asked as never }, { file: body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = examined.data?.tracks[track];
  const fields: TrackFields<SubtitleRole> | null =
    said ?? (found ? { lang: found.lang, role: found.role, label: found.label } : null);
  const add = useMutation({
    mutationFn: () =>
      call(
        addSubtitle,
        {
          params,
          query: {
            ...shared,
            ...fields!,
            version: tracks.version,
            accepts: isAccepted ? (found?.questions.join(',') ?? '') : '',
          } as never,
        },
        { file: body },
      ),
    onSuccess: (next) => {
      take(next);
      toast(replaced ? '자막 파일을 바꿨어요. 시청자에게 바로 보여요.' : '자막을 더했어요. 시청자에게 바로 보여요.');
      onAdded?.(languages.length > 1);
      onClose();
    },
    onError: (error) => {
      if (isConflict(error)) void readAgain();
    },
  });

  if (!examined.data)
    return (
      <div className="stack">
        <p className="nothing" role="status">
          {examined.error ? messageOf(examined.error) : '자막을 살펴보고 있어요…'}
        </p>
        <CloseButton onClose={onClose} />
      </div>
    );
  const { notices, tracks: languages } = examined.data;
  const isOpen = (found?.questions.length ?? 0) > 0 && !isAccepted;
  const choose = (changes: Partial<Reading>) => {
    setAccepted(false);
    add.reset();
    setReading({ ...reading, ...changes });
  };
  const isChosenLabel = (label: string) => languages.every((one) => one.label !== label);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (fields && !isOpen && !examined.isPlaceholderData) add.mutate();
      }}
    >
      <p className="path">{name}</p>
      {notices.map((notice) => (
        <p key={notice.code} className="note warn">
          {noticeText(notice)}
        </p>
      ))}
      {found && <FileFacts found={found} duration={tracks.duration} />}
      {found?.is_pictures ? (
        <p className="hint">그림으로 된 자막이에요. 시청자가 크기를 고를 수 있지만 음성 안내가 읽지 못해요.</p>
      ) : (
        <Choice
          label="글자"
          value={encoding ?? 'guess'}
          options={[['guess', '자동으로 읽기'], ...subtitleEncodings.map((one) => [one, ENCODING_NAMES[one]] as const)]}
          onChange={(chosen) => choose({ encoding: chosen === 'guess' ? null : chosen })}
        />
      )}
      {languages.length > 1 && (
        <Choice
          label="파일 안의 언어"
          value={String(track)}
          options={languages.map((one, index) => [String(index), languageName(one.lang)] as const)}
          onChange={(index) => choose({ track: Number(index), said: null })}
        />
      )}
      {fields && (
        <TrackChoices
          value={fields}
          roles={SUBTITLE_ROLES}
          onChange={(next) => {
            const isNamed = next.label !== fields.label || isChosenLabel(fields.label);
            // A name of ours follows language and kind until the operator writes another one.
            choose({ said: isNamed ? next : { ...next, label: labelOf(next, found?.is_pictures) } });
          }}
        />
      )}
      {found && found.questions.length > 0 && (
        <Questions found={found} duration={tracks.duration} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      <Problem>{add.error ? messageOf(add.error) : examined.error ? messageOf(examined.error) : null}</Problem>
      <div className="actions">
        <Button className="button" onPress={onClose}>
          그만두기
        </Button>
        {fields && (
          <Submit className="button primary" isPending={add.isPending || isOpen || examined.isPlaceholderData}>
            {replaced ? '바꾸기' : '더하기'}
          </Submit>
        )}
      </div>
    </form>
  );
}

/** As the server names subtitles of videos. */
export function labelOf({ lang, role }: TrackFields<SubtitleRole>, isPictures = false): string {
  const name = lang === 'und' ? '자막' : languageName(lang);
  const words = { subtitle: [], caption: ['청각 장애인용'], forced: ['화면 글자'] }[role];
  const said = [...words, ...(isPictures ? ['그림'] : [])].join(', ');
  return said === '' ? name : `${name} (${said})`;
}

function FileFacts({ found, duration }: { found: Found; duration: number }) {
  return (
    <>
      <dl className="facts">
        <Fact name={found.is_pictures ? '그림' : '글'}>
          {found.cnt_cue.toLocaleString('ko-KR')}개
          {found.cnt_beyond > 0 && <span className="note warn">영상 뒤의 {found.cnt_beyond}개는 빠져요.</span>}
        </Fact>
        <Fact name="시각">
          {offsetText(Math.round(found.first_seconds))}–{offsetText(Math.round(found.last_seconds))}
        </Fact>
        <Fact name="영상 길이">{offsetText(duration)}</Fact>
      </dl>
      {found.sample.length > 0 && (
        <ul className="lines" aria-label="자막의 글 일부" lang={found.lang === 'und' ? undefined : found.lang}>
          {found.sample.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface QuestionsProps {
  found: Found;
  duration: number;
  isAccepted: boolean;
  onAccept(isAccepted: boolean): void;
}

function Questions({ found, duration, isAccepted, onAccept }: QuestionsProps) {
  const id = useId();
  const times = { last: offsetText(Math.round(found.last_seconds)), duration: offsetText(duration) };
  return (
    <div className="questions" role="group" aria-label="확인할 것">
      {found.questions.map((question) => (
        <p key={question} className="note warn">
          {QUESTIONS[question](times)}
        </p>
      ))}
      <label className="check" htmlFor={id}>
        <input id={id} type="checkbox" checked={isAccepted} onChange={({ target }) => onAccept(target.checked)} />
        확인했어요
      </label>
    </div>
  );
}
