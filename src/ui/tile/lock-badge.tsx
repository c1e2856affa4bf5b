import { Icon } from '#src/ui/icon.tsx';

/** In the corner of a title for adults while nobody of the account has proved their age. */
export const LOCK_BADGE = (
  <>
    <Icon name="lock" size={1.5} />
    본인 확인
  </>
);
