import { isLimited } from '#contract/rules/household.ts';
import { useSession } from './stores-context.ts';

/** Whether the household's rules restrict the chosen profile. Without one, the account acts, which is unrestricted. */
export const useIsLimited = (): boolean =>
  useSession(
    ({ isProfileChosen, lastProfile }) => isProfileChosen && lastProfile !== null && isLimited(lastProfile.profile),
  );

/** Whether the viewer may remove a PIN with the account's password: the owner, and everybody before a profile is chosen. */
export const useMayResetPin = (): boolean =>
  useSession(({ isProfileChosen, lastProfile }) => !isProfileChosen || lastProfile?.profile.is_owner === true);
