import { useState } from 'react';
import type { Profile, ProfileChanges } from '#contract/profiles.ts';
import { comeBackTo, useComing, useVisitMemory } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useProfileChanges } from './use-profile-changes.ts';

export type EditStep =
  | 'list'
  | 'name'
  | 'picture'
  | 'age'
  | 'daily-minutes'
  | 'bedtime'
  | 'pin-menu'
  | 'old-pin-change'
  | 'old-pin-remove'
  | 'forgotten-pin'
  | 'pin'
  | 'remove';

export type ProfileEditing = ReturnType<typeof useProfileEditing>;

/**
 * The shown step of editing a profile, and the changes that the steps save.
 *
 * @param givenPin the profile's PIN if the viewer entered it
 */
export function useProfileEditing(profile: Profile, givenPin: string | null) {
  const [step, setStep] = useState<EditStep>('list');
  const [pin, setPin] = useState(givenPin);
  const changes = useProfileChanges();
  const visit = useVisitMemory();
  const toList = () => {
    // These steps replace the list, so return the focus to the row that opened them.
    if (step === 'name' || step === 'picture') comeBackTo(visit, `profile-edit/${step}`);
    if (step === 'forgotten-pin') comeBackTo(visit, 'profile-edit/pin');
    setStep('list');
  };
  const shownStep = useLatest(step);
  /** For the answer of a step: returns to the list unless the viewer has already left the step. */
  const toListIfHere = () => {
    if (shownStep.current === step) toList();
  };
  // On the list, saving opens nothing, so keys need not wait for it.
  useComing(changes.isBusy && step !== 'list', null);
  return {
    step,
    setStep,
    toList,
    pin,
    setPin,
    isBusy: changes.isBusy,
    /** Saves in the background and shows the list at once. */
    saveOnList(changed: ProfileChanges) {
      toList();
      changes.update(profile, changed, pin);
    },
    /** Shows the list once the change is saved. */
    saveThenList: (changed: ProfileChanges) => changes.update(profile, changed, pin, toListIfHere),
    /** @param newPin null removes the PIN */
    changePin: (newPin: string | null, oldPin: string | null) =>
      changes.update(profile, { pin: newPin }, oldPin, () => {
        setPin(newPin);
        toListIfHere();
      }),
    remove(onRemoved: () => void) {
      toList();
      changes.remove(profile, pin, onRemoved);
    },
  };
}
