import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { publishReading } from '#contract/console/readings.ts';
import type { EpisodeSubtitle, EpisodeTracks, SubtitleReading, SubtitleRole } from '#contract/console/tracks.ts';
import { call, isConflict, messageOf } from '../../lib/client.ts';
import { countText } from '../../lib/format.ts';
import { Problem } from '../../ui/dialogs.tsx';
import { Submit } from '../../ui/submit.tsx';
import { toast } from '../../ui/toasts.tsx';
import { labelOf } from './subtitle-file.tsx';
import { TrackChoices, type TrackFields } from './track-form.tsx';
import { SUBTITLE_ROLES } from './track-names.ts';
import { useTracksCache } from './use-tracks.ts';

interface PublishProps {
  episodeId: number;
  tracks: EpisodeTracks;
  reading: SubtitleReading;
  subtitle: EpisodeSubtitle;
  onBack(): void;
  onClose(): void;
}

/** Makes a text subtitle of what was read of pictures. */
export function PublishReading({ episodeId, tracks, reading, subtitle, onBack, onClose }: PublishProps) {
  const { take, readAgain } = useTracksCache(episodeId);
  const { lang, role } = subtitle;
  const [fields, setFields] = useState<TrackFields<SubtitleRole>>({
    lang,
    role,
    label: labelOf({ lang, role, label: '' }),
  });
  const [isReplacing, setReplacing] = useState(false);
  const id = useId();
  const taken = tracks.subtitles.find(
    (one) => !one.is_pictures && one.lang === fields.lang && one.role === fields.role,
  );
  const publish = useMutation({
    mutationFn: () =>
      call(publishReading, {
        params: { id: reading.id },
        body: { version: tracks.version, ...fields, replaces_text: isReplacing },
      }),
    onSuccess: (next) => {
      take(next);
      toast('글자 자막을 넣었어요. 시청자에게 바로 보여요.');
      onClose();
    },
    onError: (error) => {
      if (isConflict(error)) void readAgain();
    },
  });
  const isOpen = taken !== undefined && !isReplacing;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOpen) publish.mutate();
      }}
    >
      <p>
        읽은 글자를 자막으로 넣어요. 그림 자막은 남고, 시청자에게는 크기와 색을 바꿀 수 있고 음성 안내가 읽는 글자가
        보여요. 글자 자막을 지우면 다시 그림이 보여요.
      </p>
      {reading.cnt_doubtful > 0 && (
        <p className="note warn">확인하지 않은 줄 {countText(reading.cnt_doubtful)}개는 읽은 그대로 들어가요.</p>
      )}
      <TrackChoices
        value={fields}
        roles={SUBTITLE_ROLES}
        onChange={(next) => {
          setReplacing(false);
          // A name of ours follows language and kind until the operator writes another one.
          const isNamed = next.label !== fields.label || fields.label !== labelOf(fields);
          setFields(isNamed ? next : { ...next, label: labelOf(next) });
        }}
      />
      {taken && (
        <label className="check" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={isReplacing}
            onChange={({ target }) => setReplacing(target.checked)}
          />
          지금 있는 {taken.label} 글자 자막을 바꿔요
        </label>
      )}
      <Problem>{publish.error ? messageOf(publish.error) : null}</Problem>
      <div className="actions">
        <Button className="button" onPress={onBack}>
          뒤로
        </Button>
        <Submit className="button primary" isPending={publish.isPending || isOpen}>
          넣기
        </Submit>
      </div>
    </form>
  );
}
