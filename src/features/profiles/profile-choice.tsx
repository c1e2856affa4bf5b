import type { Profile } from '#contract/profiles.ts';
import { contentRatingLabel } from '#src/lib/title-labels.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './profile-choice.module.css';
import { profileFocusKey } from './profile-focus-key.ts';
import { ProfileTile } from './profile-tile.tsx';

export interface ProfileChoiceProps {
  readonly profile: Profile;
  readonly isBusy: boolean;
  /** Pressing edits the profile instead of choosing it. */
  readonly isManaging: boolean;
  readonly onPress: () => void;
}

export function ProfileChoice({ profile, isBusy, isManaging, onPress }: ProfileChoiceProps) {
  const limit = profile.max_rating === '19' ? null : `${contentRatingLabel(profile.max_rating)} 이하`;
  const lock = profile.has_pin ? 'PIN으로 잠김' : null;
  const badge = isManaging ? 'pencil' : profile.has_pin ? 'lock' : null;
  return (
    <ProfileTile
      focusKey={profileFocusKey(profile.id)}
      label={[profile.name, limit, lock, isManaging ? '바꾸기' : null].filter(Boolean).join(', ')}
      name={profile.name}
      note={isBusy ? '여는 중…' : limit}
      isBusy={isBusy}
      onPress={onPress}
    >
      <Picture src={profile.image_url} color="#3d3552" />
      {badge && (
        <span className={styles.lock}>
          <Icon name={badge} size={1.75} />
        </span>
      )}
    </ProfileTile>
  );
}
