import { isLimited } from '#contract/rules/household.ts';
import { useSession } from './stores-context.ts';

/** Whether the household's rules restrict the chosen profile. Without one, the account acts, which is unrestricted. */
export const useIsLimited = (): boolean =>
  useSession(
    ({ isProfileChosen, lastProfile }) => isProfileChosen && lastProfile !== null && isLimited(lastProfile.profile),
  );

/** Whether the chosen profile is the owner's, which may remove a PIN with the account's password. */
export const useIsOwner = (): boolean =>
  useSession(({ isProfileChosen, lastProfile }) => isProfileChosen && lastProfile?.profile.is_owner === true);
