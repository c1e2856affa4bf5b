import { useState } from 'react';
import type { ContentRating, Profile, ProfileImage } from '#contract/profiles.ts';
import { NewPin } from '#src/features/profiles/new-pin.tsx';
import { comeBackTo, useBack, useComing, useVisitMemory } from '#src/focus/index.ts';
import { ChoiceDialog } from '#src/ui/dialog/choice-dialog.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { ageLimitLabel, ageLimits } from './age-limits.ts';
import { EditLayout } from './edit-layout.tsx';
import { NameStep } from './name-step.tsx';
import { nameProblem } from './name-rule.ts';
import { PicturesStep } from './pictures-step.tsx';
import { useProfileChanges } from './use-profile-changes.ts';

export interface NewProfileFormProps {
  readonly images: readonly ProfileImage[];
  /** The existing profiles, whose pictures the default avoids. */
  readonly profiles: readonly Profile[];
  readonly onLeave: (created?: string) => void;
}

type Step = 'list' | 'name' | 'picture' | 'age' | 'pin';

/** Creates a profile. Asks for the name first; everything else has a default. */
export function NewProfileForm({ images, profiles, onLeave }: NewProfileFormProps) {
  const visit = useVisitMemory();
  const changes = useProfileChanges();
  useComing(changes.isBusy, null);
  const [step, setStep] = useState<Step>('name');
  const [name, setName] = useState('');
  const [image, setImage] = useState(
    () => images.find(({ id }) => !profiles.some((profile) => profile.default_image_id === id)) ?? images[0],
  );
  /** Null lets the server choose the highest limit that the household allows. */
  const [limit, setLimit] = useState<ContentRating | null>(null);
  const [pin, setPin] = useState<string | null>(null);
  const toList = (rowKey?: string) => {
    // These steps replace the list, so return the focus to the row that opened them.
    if (step === 'name' || step === 'picture') comeBackTo(visit, rowKey ?? `profile-edit/${step}`);
    setStep('list');
  };
  useBack(() => {
    onLeave();
    return true;
  });
  const create = () => {
    if (nameProblem(name) !== null || !image) {
      setStep('name');
      return;
    }
    changes.create(
      { name, default_image_id: image.id, pin, ...(limit === null ? {} : { max_rating: limit }) },
      (created) => onLeave(created.id),
    );
  };

  if (step === 'name') {
    return (
      <NameStep
        name={name}
        imageUrl={image?.url ?? ''}
        onEnter={(entered) => {
          setName(entered);
          toList('profile-edit/create');
        }}
        onBack={() => (name === '' ? onLeave() : toList())}
      />
    );
  }
  if (step === 'picture') {
    return (
      <PicturesStep
        images={images}
        chosenId={image?.id ?? 0}
        onChoose={(chosen) => {
          setImage(chosen);
          toList();
        }}
        onBack={() => toList()}
      />
    );
  }
  return (
    <>
      <EditLayout title="새 프로필" name={name} imageUrl={image?.url ?? ''}>
        <OptionList focusKey="profile-edit/list" label="새 프로필" visible={6}>
          <OptionRow focusKey="profile-edit/name" label="이름" value={name} onPress={() => setStep('name')} />
          <OptionRow
            focusKey="profile-edit/picture"
            label="그림"
            value={image?.name}
            onPress={() => setStep('picture')}
          />
          <OptionRow
            focusKey="profile-edit/age"
            label="연령 제한"
            value={limit === null ? '지금 볼 수 있는 만큼' : ageLimitLabel(limit)}
            onPress={() => setStep('age')}
          />
          <OptionRow
            focusKey="profile-edit/pin"
            label="PIN"
            value={pin === null ? '사용 안 함' : '사용'}
            onPress={() => (pin === null ? setStep('pin') : setPin(null))}
          />
          <OptionRow
            focusKey="profile-edit/create"
            label={changes.isBusy ? '만드는 중이에요…' : '프로필 만들기'}
            onPress={create}
          />
        </OptionList>
      </EditLayout>
      {step === 'age' && (
        <ChoiceDialog
          focusKey="profile-edit/ages"
          title="몇 세 작품까지 볼까요?"
          choices={ageLimits}
          chosen={limit ?? '19'}
          onChoose={(chosen) => {
            setLimit(chosen);
            toList();
          }}
          onCancel={() => toList()}
        />
      )}
      {step === 'pin' && (
        <NewPin
          isBusy={false}
          onEnter={(entered) => {
            setPin(entered);
            toList();
          }}
          onCancel={() => toList()}
        />
      )}
    </>
  );
}
