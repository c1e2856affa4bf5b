const fixed = (path: string) => ({ pattern: path, to: () => path, readId: () => undefined });

const numbered = (before: string, after = '') => ({
  pattern: `${before}([1-9]\\d{0,9})${after}`,
  to: (id: number) => `${before}${id}${after}`,
  readId: Number,
});

const named = (before: string) => ({
  pattern: `${before}([^/]+)`,
  to: (id: string) => `${before}${id}`,
  readId: String,
});

/** Every address of the app. The first pattern that matches an address is its route. */
export const paths = {
  home: fixed('/home'),
  weekday: fixed('/weekday'),
  themes: fixed('/themes'),
  theme: numbered('/themes/'),
  browse: fixed('/browse'),
  search: fixed('/search'),
  library: fixed('/library'),
  notifications: fixed('/notifications'),
  item: numbered('/items/'),
  reviews: numbered('/items/', '/reviews'),
  /** `id` is the episode's. */
  play: numbered('/play/'),
  settings: fixed('/settings'),
  devices: fixed('/settings/devices'),
  server: fixed('/settings/server'),
  password: fixed('/settings/password'),
  membership: fixed('/membership'),
  newProfile: fixed('/profiles/new'),
  profile: named('/profiles/'),
};

export type RouteName = keyof typeof paths;

/** Type of a route's id: number, text, or undefined. */
export type RouteId<N extends RouteName> = ReturnType<(typeof paths)[N]['readId']>;

export type Route = { readonly [N in RouteName]: { readonly name: N; readonly id: RouteId<N> } }[RouteName];

const patterns = (Object.keys(paths) as RouteName[]).map(
  (name) => [name, new RegExp(`^${paths[name].pattern}/?$`)] as const,
);

/** The route of an address; null for an unknown address. */
export function findRoute(address: string): Route | null {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(address);
    if (found) return { name, id: paths[name].readId(found[1] ?? '') } as Route;
  }
  return null;
}
