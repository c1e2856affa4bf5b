/** Every address of the app, spelt here only. The first pattern that fits an address is its route. */
export const paths = {
  home: { pattern: '/home', to: () => '/home' },
  weekday: { pattern: '/weekday', to: () => '/weekday' },
  themes: { pattern: '/themes', to: () => '/themes' },
  theme: { pattern: '/themes/:id', to: (themeId: number) => `/themes/${themeId}` },
  browse: { pattern: '/browse', to: () => '/browse' },
  search: { pattern: '/search', to: () => '/search' },
  library: { pattern: '/library', to: () => '/library' },
  item: { pattern: '/items/:id', to: (itemId: number) => `/items/${itemId}` },
  reviews: { pattern: '/items/:id/reviews', to: (itemId: number) => `/items/${itemId}/reviews` },
  play: { pattern: '/play/:id', to: (episodeId: number) => `/play/${episodeId}` },
  settings: { pattern: '/settings', to: () => '/settings' },
  server: { pattern: '/settings/server', to: () => '/settings/server' },
  password: { pattern: '/settings/password', to: () => '/settings/password' },
  newProfile: { pattern: '/profiles/new', to: () => '/profiles/new' },
  profile: { pattern: '/profiles/:id', to: (profileId: string) => `/profiles/${profileId}` },
} as const;

export type RouteName = keyof typeof paths;

const routes = (Object.keys(paths) as RouteName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${paths[name].pattern.replace(':id', '([^/]+)')}/?$`),
}));

/** The route of an address with its `:id`, which is empty where the pattern has none; null for an unknown address. */
export function findRoute(address: string): { name: RouteName; id: string } | null {
  for (const { name, pattern } of routes) {
    const found = pattern.exec(address);
    if (found) return { name, id: found[1] ?? '' };
  }
  return null;
}
