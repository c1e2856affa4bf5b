import { useState } from 'react';
import { Sheet } from '../../ui/dialogs.tsx';
import { Choice, Field } from '../../ui/fields.tsx';
import { SheetForm, type SheetFormProps } from '../../ui/sheet-form.tsx';
import { languageChoices } from './track-names.ts';

/** How viewers find a sound or a subtitle in the player's menu. */
export interface TrackFields<Role extends string> {
  lang: string;
  role: Role;
  label: string;
}

/** The roles of a kind of track with their Korean names. */
type Roles<Role extends string> = readonly (readonly [Role, string])[];

interface ChoicesProps<Role extends string> {
  value: TrackFields<Role>;
  roles: Roles<Role>;
  onChange(value: TrackFields<Role>): void;
}

export function TrackChoices<Role extends string>({ value, roles, onChange }: ChoicesProps<Role>) {
  return (
    <>
      <Choice
        label="언어"
        value={value.lang}
        options={languageChoices(value.lang)}
        onChange={(lang) => onChange({ ...value, lang })}
      />
      <Choice<Role> label="종류" value={value.role} options={roles} onChange={(role) => onChange({ ...value, role })} />
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

interface EditProps<Role extends string> {
  track: TrackFields<Role>;
  roles: Roles<Role>;
  save: NonNullable<SheetFormProps['save']>;
  onSave(fields: TrackFields<Role>): void;
  onClose(): void;
}

export function EditTrackSheet<Role extends string>({ track, roles, save, onSave, onClose }: EditProps<Role>) {
  const [fields, setFields] = useState<TrackFields<Role>>({ lang: track.lang, role: track.role, label: track.label });
  return (
    <Sheet title={`${track.label} 고치기`} isOpen onClose={onClose}>
      <SheetForm save={save} verb="저장" onSubmit={() => onSave(fields)} onClose={onClose}>
        <TrackChoices value={fields} roles={roles} onChange={setFields} />
      </SheetForm>
    </Sheet>
  );
}
