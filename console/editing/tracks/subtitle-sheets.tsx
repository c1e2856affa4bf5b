import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { EpisodeSubtitle, SubtitleRole } from '#contract/console/tracks.ts';
import type { Stream } from '#contract/playback.ts';
import { Problem, Sheet } from '../../ui/dialogs.tsx';
import { Choice, Field } from '../../ui/fields.tsx';
import { Submit } from '../../ui/submit.tsx';
import { ClipPlayer } from '../clip-player.tsx';
import { languageChoices, SUBTITLE_ROLES } from './track-names.ts';

export type SubtitleFields = Pick<EpisodeSubtitle, 'lang' | 'role' | 'label'>;

/** How viewers find a subtitle in the player's menu. */
export function SubtitleChoices({ value, onChange }: { value: SubtitleFields; onChange(value: SubtitleFields): void }) {
  return (
    <>
      <Choice
        label="언어"
        value={value.lang}
        options={languageChoices(value.lang)}
        onChange={(lang) => onChange({ ...value, lang })}
      />
      <Choice<SubtitleRole>
        label="종류"
        value={value.role}
        options={SUBTITLE_ROLES}
        onChange={(role) => onChange({ ...value, role })}
      />
      <Field
        label="시청자에게 보이는 이름"
        value={value.label}
        maxLength={40}
        isRequired
        onChange={(label) => onChange({ ...value, label })}
      />
    </>
  );
}

interface EditProps {
  subtitle: EpisodeSubtitle;
  isPending: boolean;
  problem: string | undefined;
  onSave(fields: SubtitleFields): void;
  onClose(): void;
}

export function EditSubtitleSheet({ subtitle, isPending, problem, onSave, onClose }: EditProps) {
  const [fields, setFields] = useState<SubtitleFields>(subtitle);
  return (
    <Sheet title={`${subtitle.label} 고치기`} isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(fields);
        }}
      >
        <SubtitleChoices value={fields} onChange={setFields} />
        <Problem>{problem}</Problem>
        <div className="actions">
          <Button className="button" onPress={onClose}>
            그만두기
          </Button>
          <Submit className="button primary" isPending={isPending}>
            저장
          </Submit>
        </div>
      </form>
    </Sheet>
  );
}

interface WatchProps {
  streams: readonly Stream[];
  subtitle: EpisodeSubtitle;
  onClose(): void;
}

/** The video with one of its subtitles. */
export function WatchSubtitleSheet({ streams, subtitle, onClose }: WatchProps) {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <Sheet title={subtitle.label} isOpen isWide onClose={onClose}>
      <div className="stack">
        <ClipPlayer video={video} streams={streams} subtitle={subtitle} />
        <div className="actions">
          <Button className="button" onPress={onClose}>
            닫기
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
