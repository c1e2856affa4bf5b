import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Profile } from '#contract/profiles.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { openProfile } from '#src/api/profiles.ts';
import { useComing } from '#src/focus/index.ts';
import { PinDialog } from './pin-dialog.tsx';
import { toPinProblem, type PinProblem } from './pin-problem.ts';

export interface ProvePinProps {
  readonly profile: Profile;
  readonly hint?: string;
  /** Called with the right PIN, and the profile's token that the server returned. */
  readonly onProved: (pin: string, opened: { token: string; profile: Profile }) => void;
  readonly onCancel: () => void;
  readonly onForgotten?: (() => void) | undefined;
}

/** Asks for a profile's PIN until it is right. A cancelled check reports nothing, even when its answer arrives later. */
export function ProvePin({ profile, hint, onProved, onCancel, onForgotten }: ProvePinProps) {
  const api = useApi();
  const [problem, setProblem] = useState<PinProblem | null>(null);
  const proving = useMutation({ mutationFn: (pin: string) => openProfile(api, profile.id, pin) });
  const { reset } = proving;
  useEffect(() => reset, [reset]);
  useComing(proving.isPending, null);
  return (
    <PinDialog
      title={profile.name}
      {...(hint === undefined ? {} : { hint })}
      problem={problem}
      isBusy={proving.isPending}
      onEnter={(pin) =>
        // Callbacks of this call only, so that they do not run after an unmount.
        proving.mutate(pin, {
          onSuccess: (opened) => onProved(pin, opened),
          onError: (error) => setProblem(toPinProblem(error)),
        })
      }
      onCancel={onCancel}
      onForgotten={onForgotten}
    />
  );
}
