import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { addWatchTime } from '#src/api/profile-pins.ts';
import { profilesQuery } from '#src/api/profiles.ts';
import { TextDialog } from '#src/features/profiles/text-dialog.tsx';
import { PinDialog } from '#src/features/profiles/pin-dialog.tsx';
import { toPinProblem, type PinProblem } from '#src/features/profiles/pin-problem.ts';
import { useComing } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface WatchTimeOverProps {
  /** Why the time is over, in the server's words. */
  readonly text: string;
  /** Plays on, after more time was given. */
  readonly onMore: () => void;
  readonly onLeave: () => void;
}

/** The gentle end of a profile's daily time, and 30 minutes more from the owner. */
export function WatchTimeOver({ text, onMore, onLeave }: WatchTimeOverProps) {
  const api = useApi();
  const [step, setStep] = useState<'end' | 'more' | 'password'>('end');
  const profiles = useQuery(profilesQuery(api));
  const hasPin = profiles.data?.results.some(({ is_owner: isOwner, has_pin }) => isOwner && has_pin);
  // Only the profiles say what to ask for. Without them the password, which always works.
  const isAsking = step === 'more' && hasPin === undefined && !profiles.isError;
  useComing(isAsking, () => setStep('end'));
  if (step === 'more' && hasPin)
    return <OwnerPin onDone={onMore} onPassword={() => setStep('password')} onCancel={() => setStep('end')} />;
  if (step === 'password' || (step === 'more' && !isAsking))
    return (
      <TextDialog
        title="30분 더 보기"
        text="보호자가 계정 비밀번호를 입력해 주세요."
        doneLabel="30분 더 보기"
        send={(password) => addWatchTime(api, { password })}
        onDone={onMore}
        onBack={() => setStep(hasPin ? 'more' : 'end')}
      />
    );
  return (
    <Dialog
      focusKey="watch-time"
      title="오늘은 여기까지 볼게요"
      text={text}
      preferredKey="watch-time/leave"
      onBack={() => {
        onLeave();
        return true;
      }}
    >
      <Button focusKey="watch-time/leave" label="그만 보기" isPrimary onPress={onLeave} />
      <Button focusKey="watch-time/more" label="30분 더 보기 (보호자)" onPress={() => setStep('more')} />
    </Dialog>
  );
}

/** Asks for the PIN of the owner's profile. A cancelled check reports nothing, even when its answer arrives later. */
function OwnerPin(props: { onDone: () => void; onPassword: () => void; onCancel: () => void }) {
  const { onDone, onPassword, onCancel } = props;
  const api = useApi();
  const [problem, setProblem] = useState<PinProblem | null>(null);
  const adding = useMutation({ mutationFn: (pin: string) => addWatchTime(api, { pin }) });
  const { reset } = adding;
  useEffect(() => reset, [reset]);
  useComing(adding.isPending, null);
  return (
    <PinDialog
      title="30분 더 보기"
      hint="보호자 프로필의 PIN을 눌러 주세요."
      problem={problem}
      isBusy={adding.isPending}
      onEnter={(pin) =>
        adding.mutate(pin, { onSuccess: onDone, onError: (error) => setProblem(toOwnerProblem(error)) })
      }
      onCancel={onCancel}
      onForgotten={onPassword}
    />
  );
}

/** A wait until tomorrow is no wait at the pad. */
function toOwnerProblem(error: unknown): PinProblem {
  const problem = toPinProblem(error);
  return problem.waitSeconds > 3600 && error instanceof Error ? { text: error.message, waitSeconds: 0 } : problem;
}
