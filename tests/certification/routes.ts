import type { RouteName } from '#src/app/visits/paths.ts';
import { DEMO } from '#tests/support/demo-account.ts';

export type Place = readonly [path: string, screen: string];

/** An address of every route (src/app/visits/paths.ts), with its screen; the id of a profile differs with each server. */
export const PLACES: { readonly [N in Exclude<RouteName, 'profile'>]: Place } = {
  home: ['/home', 'home'],
  weekday: ['/weekday', 'weekday'],
  themes: ['/themes', 'themes'],
  theme: ['/themes/1', 'theme'],
  browse: ['/browse', 'browse'],
  search: ['/search', 'search'],
  library: ['/library', 'library'],
  item: [`/items/${DEMO.lastTrain}`, 'item'],
  reviews: [`/items/${DEMO.lastTrain}/reviews`, 'reviews'],
  notifications: ['/notifications', 'notifications'],
  settings: ['/settings', 'settings'],
  devices: ['/settings/devices', 'settings'],
  server: ['/settings/server', 'server-address'],
  password: ['/settings/password', 'password'],
  membership: ['/membership', 'membership'],
  newProfile: ['/profiles/new', 'profile-edit'],
  play: [`/play/${DEMO.lastTrainFirst}`, 'player'],
};

const { home: _, ...others } = PLACES;
/** All of them but home. */
export const ROUTES: readonly Place[] = Object.values(others);
