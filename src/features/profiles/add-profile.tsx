import { Icon } from '#src/ui/icon.tsx';
import styles from './profile-choice.module.css';
import { ProfileTile } from './profile-tile.tsx';

/** The tile after the last profile, while another profile is allowed. */
export function AddProfile({ onPress }: { onPress: () => void }) {
  return (
    <ProfileTile focusKey="profiles/add" label="프로필 추가" name="프로필 추가" note={null} onPress={onPress}>
      <span className={styles.plus}>
        <Icon name="plus" size={5} />
      </span>
    </ProfileTile>
  );
}
