/** Every address of the app, spelt here only. */
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
