import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { EpisodeSound, SoundRole } from '#contract/console/tracks.ts';
import { Problem, Sheet } from '../../ui/dialogs.tsx';
import { Choice, Field } from '../../ui/fields.tsx';
import { Submit } from '../../ui/submit.tsx';
import { languageChoices, SOUND_ROLES } from './track-names.ts';

const ROLES = Object.entries(SOUND_ROLES) as [SoundRole, string][];

/** How viewers find a sound in the player's menu. */
export function SoundChoices({ value, onChange }: { value: EpisodeSound; onChange(value: EpisodeSound): void }) {
  return (
    <>
      <Choice
        label="언어"
        value={value.lang}
        options={languageChoices(value.lang)}
        onChange={(lang) => onChange({ ...value, lang })}
      />
      <Choice<SoundRole>
        label="종류"
        value={value.role}
        options={ROLES}
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
  sound: EpisodeSound;
  isPending: boolean;
  problem: string | undefined;
  onSave(fields: EpisodeSound): void;
  onClose(): void;
}

export function EditSoundSheet({ sound, isPending, problem, onSave, onClose }: EditProps) {
  const [fields, setFields] = useState<EpisodeSound>(sound);
  return (
    <Sheet title={`${sound.label} 고치기`} isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(fields);
        }}
      >
        <SoundChoices value={fields} onChange={setFields} />
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
