import type { Profile, ProfileImage } from '#contract/profiles.ts';
import { useBack } from '#src/focus/index.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { ageLimitLabel } from './age-limits.ts';
import { EditLayout } from './edit-layout.tsx';
import { dialogSteps, pageSteps, type EditStepProps } from './edit-steps.tsx';
import { useProfileEditing } from './use-profile-editing.ts';
import { bedtimeLabel, dailyMinutesLabel } from './watch-limits.ts';

const ADULTS_ONLY = '성인 프로필에서 바꿀 수 있어요.';

export interface EditProfileProps {
  readonly profile: Profile;
  readonly images: readonly ProfileImage[];
  /** The profile's PIN if the viewer entered it. */
  readonly pin: string | null;
  readonly onLeave: () => void;
}

/** Edits a profile; each change is saved at once. */
export function EditProfile({ profile, images, pin, onLeave }: EditProfileProps) {
  const editing = useProfileEditing(profile, pin);
  useBack(() => {
    onLeave();
    return true;
  });
  const props: EditStepProps = { profile, images, editing, onLeave };
  const Page = pageSteps[editing.step];
  if (Page) return <Page {...props} />;
  const DialogStep = dialogSteps[editing.step];
  return (
    <>
      <ProfileRows {...props} />
      {DialogStep && <DialogStep {...props} />}
    </>
  );
}

function ProfileRows({ profile, images, editing: { setStep, saveOnList }, onLeave }: EditStepProps) {
  const isLimited = useIsLimited();
  const isOwn = useSession(({ lastProfile }) => lastProfile?.profile.id === profile.id);
  const canChangePin = !isLimited || isOwn;
  return (
    <EditLayout title="프로필 관리" name={profile.name} imageUrl={profile.image_url}>
      <OptionList focusKey="profile-edit/list" label="프로필 관리" visible={6}>
        <OptionRow focusKey="profile-edit/name" label="이름" value={profile.name} onPress={() => setStep('name')} />
        <OptionRow
          focusKey="profile-edit/picture"
          label="그림"
          value={images.find(({ id }) => id === profile.default_image_id)?.name}
          onPress={() => setStep('picture')}
        />
        <OptionRow
          focusKey="profile-edit/age"
          label="연령 제한"
          value={ageLimitLabel(profile.max_rating)}
          {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('age') })}
        />
        <OptionRow
          focusKey="profile-edit/daily-minutes"
          label="하루 시청 시간"
          value={dailyMinutesLabel(profile.daily_minutes)}
          {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('daily-minutes') })}
        />
        <OptionRow
          focusKey="profile-edit/bedtime"
          label="취침 시간"
          value={bedtimeLabel(profile.bedtime)}
          {...(isLimited ? { detail: ADULTS_ONLY } : { onPress: () => setStep('bedtime') })}
        />
        <OptionRow
          focusKey="profile-edit/pin"
          label="PIN"
          value={profile.has_pin ? '사용 중' : '사용 안 함'}
          {...(canChangePin
            ? {
                detail: profile.has_pin ? undefined : '이 프로필을 고를 때 네 자리 숫자를 물어봐요.',
                onPress: () => setStep(profile.has_pin ? 'pin-menu' : 'pin'),
              }
            : { detail: ADULTS_ONLY })}
        />
        <OptionRow
          focusKey="profile-edit/proposals"
          label="추천에 쓰기"
          value={profile.counts_for_proposals ? '사용 중' : '사용 안 함'}
          detail="모두의 추천을 만들 때 이름 없이 세요."
          onPress={() => saveOnList({ counts_for_proposals: !profile.counts_for_proposals })}
        />
        {!isLimited && (
          <OptionRow focusKey="profile-edit/remove" label="프로필 지우기" onPress={() => setStep('remove')} />
        )}
        <OptionRow focusKey="profile-edit/done" label="다 했어요" onPress={onLeave} />
      </OptionList>
    </EditLayout>
  );
}
