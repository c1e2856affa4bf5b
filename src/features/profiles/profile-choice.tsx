import type { Profile } from '#contract/profiles.ts';
import { useFocusLeaf } from '#src/focus/index.ts';
import { contentRatingLabel } from '#src/lib/labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/picture.tsx';
import styles from './profile-choice.module.css';

export const profileFocusKey = (profileId: string) => `profile:${profileId}`;

export interface ProfileChoiceProps {
  readonly profile: Profile;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

export function ProfileChoice({ profile, isBusy, onPress }: ProfileChoiceProps) {
  const focusProps = useFocusLeaf({ focusKey: profileFocusKey(profile.id), onPress });
  const limit = profile.max_rating === '19' ? null : `${contentRatingLabel(profile.max_rating)} 이하`;
  const label = [profile.name, limit, profile.has_pin ? 'PIN으로 잠김' : null].filter(Boolean).join(', ');
  return (
    <div {...focusProps} role="button" aria-label={label} aria-busy={isBusy} className={styles.choice}>
      <div className={styles.picture}>
        <Picture src={profile.image_url} color="#3d3552" />
        <span className={styles.ring} />
        {profile.has_pin && (
          <span className={styles.lock}>
            <Icon name="lock" size={1.75} />
          </span>
        )}
      </div>
      <div className={styles.name}>{profile.name}</div>
      <div className={styles.limit}>{isBusy ? '여는 중…' : limit}</div>
    </div>
  );
}
