import { lazyScreen } from './lazy-screen.tsx';

/* Screens outside of the first bundle: each is a separate script, prefetched before it is needed. */

/** Chooses between sign-in and its forms. */
export const WayIn = lazyScreen('sign-in', async () => {
  const { WayIn } = await import('./way-in.tsx');
  return WayIn;
});

export const SignInScreen = lazyScreen('sign-in', async () => {
  const { SignInScreen } = await import('#src/screens/sign-in/sign-in-screen.tsx');
  return SignInScreen;
});

export const EmailSignInScreen = lazyScreen('sign-in', async () => {
  const { EmailSignInScreen } = await import('#src/screens/sign-in/email-sign-in-screen.tsx');
  return EmailSignInScreen;
});

export const SignUpScreen = lazyScreen('sign-up', async () => {
  const { SignUpScreen } = await import('#src/screens/sign-up/sign-up-screen.tsx');
  return SignUpScreen;
});

export const ForgottenPasswordScreen = lazyScreen('password', async () => {
  const { ForgottenPasswordScreen } = await import('#src/screens/password/forgotten-password-screen.tsx');
  return ForgottenPasswordScreen;
});

export const ChangePasswordScreen = lazyScreen('password', async () => {
  const { ChangePasswordScreen } = await import('#src/screens/password/change-password-screen.tsx');
  return ChangePasswordScreen;
});

export const ServerAddressScreen = lazyScreen('server-address', async () => {
  const { ServerAddressScreen } = await import('#src/screens/server-address/server-address-screen.tsx');
  return ServerAddressScreen;
});

export const ProfilesScreen = lazyScreen('profiles', async () => {
  const { ProfilesScreen } = await import('#src/screens/profiles/profiles-screen.tsx');
  return ProfilesScreen;
});

export const HomeScreen = lazyScreen('home', async () => {
  const { HomeScreen } = await import('#src/screens/home/home-screen.tsx');
  return HomeScreen;
});

export const ItemScreen = lazyScreen('item', async () => {
  const { ItemScreen } = await import('#src/screens/item/item-screen.tsx');
  return ItemScreen;
});

export const ReviewsScreen = lazyScreen('reviews', async () => {
  const { ReviewsScreen } = await import('#src/screens/reviews/reviews-screen.tsx');
  return ReviewsScreen;
});

export const PlayerScreen = lazyScreen('player', async () => {
  const { PlayerScreen } = await import('#src/screens/player/player-screen.tsx');
  return PlayerScreen;
});

export const SettingsScreen = lazyScreen('settings', async () => {
  const { SettingsScreen } = await import('#src/screens/settings/settings-screen.tsx');
  return SettingsScreen;
});

export const MembershipScreen = lazyScreen('membership', async () => {
  const { MembershipScreen } = await import('#src/screens/membership/membership-screen.tsx');
  return MembershipScreen;
});

export const ProfileEditScreen = lazyScreen('profile-edit', async () => {
  const { ProfileEditScreen } = await import('#src/screens/profile-edit/profile-edit-screen.tsx');
  return ProfileEditScreen;
});

export const WeekdayScreen = lazyScreen('weekday', async () => {
  const { WeekdayScreen } = await import('#src/screens/weekday/weekday-screen.tsx');
  return WeekdayScreen;
});

export const ThemesScreen = lazyScreen('themes', async () => {
  const { ThemesScreen } = await import('#src/screens/themes/themes-screen.tsx');
  return ThemesScreen;
});

export const ThemeScreen = lazyScreen('theme', async () => {
  const { ThemeScreen } = await import('#src/screens/themes/theme-screen.tsx');
  return ThemeScreen;
});

export const BrowseScreen = lazyScreen('browse', async () => {
  const { BrowseScreen } = await import('#src/screens/browse/browse-screen.tsx');
  return BrowseScreen;
});

export const SearchScreen = lazyScreen('search', async () => {
  const { SearchScreen } = await import('#src/screens/search/search-screen.tsx');
  return SearchScreen;
});

export const NotificationsScreen = lazyScreen('notifications', async () => {
  const { NotificationsScreen } = await import('#src/screens/notifications/notifications-screen.tsx');
  return NotificationsScreen;
});

export const LibraryScreen = lazyScreen('library', async () => {
  const { LibraryScreen } = await import('#src/screens/library/library-screen.tsx');
  return LibraryScreen;
});
