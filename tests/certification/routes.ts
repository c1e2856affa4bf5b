import { DEMO } from '#tests/support/demo-account.ts';
/** Every route of the app's catalogue part, with its screen (src/app/visits/paths.ts). */
export const ROUTES: readonly (readonly [path: string, screen: string])[] = [
  ['/weekday', 'weekday'],
  ['/themes', 'themes'],
  ['/themes/1', 'theme'],
  ['/browse', 'browse'],
  ['/search', 'search'],
  ['/library', 'library'],
  [`/items/${DEMO.lastTrain}`, 'item'],
  [`/items/${DEMO.lastTrain}/reviews`, 'reviews'],
  ['/notifications', 'notifications'],
  ['/settings', 'settings'],
  ['/settings/devices', 'settings'],
  ['/settings/server', 'server-address'],
  ['/settings/password', 'password'],
  ['/membership', 'membership'],
  ['/profiles/new', 'profile-edit'],
  [`/play/${DEMO.lastTrainFirst}`, 'player'],
];
