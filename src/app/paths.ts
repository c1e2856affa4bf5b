/** Every address of the app, spelt here only. */
export const paths = {
  home: { pattern: '/home', to: () => '/home' },
  item: { pattern: '/items/:id', to: (itemId: number) => `/items/${itemId}` },
  play: { pattern: '/play/:id', to: (episodeId: number) => `/play/${episodeId}` },
} as const;
