export const profileFocusKey = (profileId: string) => `profile:${profileId}`;
