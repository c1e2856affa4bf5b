/** Paths in a square of 24 units. */
const PATHS = {
  play: 'M7 4.5v15a1 1 0 0 0 1.5.86l12-7.5a1 1 0 0 0 0-1.72l-12-7.5A1 1 0 0 0 7 4.5z',
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1.2 15h-2.4v-6.6h2.4zm0-8.6h-2.4V6h2.4z',
  retry:
    'M12 4a8 8 0 0 1 6.9 4H16a1 1 0 1 0 0 2h5a1 1 0 0 0 1-1V4a1 1 0 1 0-2 0v2A10 10 0 1 0 22 12.6a1 1 0 1 0-2-.2A8 8 0 1 1 12 4z',
  lock: 'M12 2a5 5 0 0 0-5 5v3H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-1V7a5 5 0 0 0-5-5zm-3 8V7a3 3 0 0 1 6 0v3z',
  check: 'M9.5 18.2 3.8 12.5l1.7-1.7 4 4 9-9 1.7 1.7z',
  star: 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z',
  user: 'M12 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm0 2c-5 0-9 2.7-9 6.2 0 1 .8 1.8 1.8 1.8h14.4c1 0 1.8-.8 1.8-1.8C21 16.7 17 14 12 14z',
  home: 'M11.3 2.8 2.6 10.4a1 1 0 0 0 1.3 1.5l.6-.5V20a1.5 1.5 0 0 0 1.5 1.5h3.8V15h4.4v6.5H18a1.5 1.5 0 0 0 1.5-1.5v-8.6l.6.5a1 1 0 0 0 1.3-1.5l-8.7-7.6a1 1 0 0 0-1.4 0z',
  plus: 'M10.8 4h2.4v6.8H20v2.4h-6.8V20h-2.4v-6.8H4v-2.4h6.8z',
  pencil:
    'M15.5 3.9a2 2 0 0 1 2.8 0l1.8 1.8a2 2 0 0 1 0 2.8L18.6 10 14 5.4zM12.6 6.8l4.6 4.6-8.7 8.7a1 1 0 0 1-.5.27l-4 .8a.5.5 0 0 1-.6-.6l.8-4a1 1 0 0 1 .27-.5z',
  settings:
    'M10.2 2h3.6l.5 2.7 1.7.7 2.3-1.6 2.5 2.5-1.6 2.3.7 1.7 2.7.5v3.6l-2.7.5-.7 1.7 1.6 2.3-2.5 2.5-2.3-1.6-1.7.7-.5 2.7h-3.6l-.5-2.7-1.7-.7-2.3 1.6-2.5-2.5 1.6-2.3-.7-1.7L1.4 14.4v-3.6l2.7-.5.7-1.7-1.6-2.3 2.5-2.5L8 5.4l1.7-.7zM12 8.6a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  search:
    'M10.5 3a7.5 7.5 0 0 1 6 12l4.7 4.7-1.7 1.7-4.7-4.7A7.5 7.5 0 1 1 10.5 3zm0 2.4a5.1 5.1 0 1 0 0 10.2 5.1 5.1 0 0 0 0-10.2z',
  calendar:
    'M7 2h2.2v2h5.6V2H17v2h2.5A1.5 1.5 0 0 1 21 5.5v14a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 19.5v-14A1.5 1.5 0 0 1 4.5 4H7zM5.3 9.5v9.2h13.4V9.5z',
  themes:
    'M3 4.5A1.5 1.5 0 0 1 4.5 3H11v8H3zM13 3h6.5A1.5 1.5 0 0 1 21 4.5V11h-8zM3 13h8v8H4.5A1.5 1.5 0 0 1 3 19.5zM13 13h8v6.5a1.5 1.5 0 0 1-1.5 1.5H13z',
  library:
    'M6 2.5h12A1.5 1.5 0 0 1 19.5 4v17a.8.8 0 0 1-1.25.66L12 17.4l-6.25 4.26A.8.8 0 0 1 4.5 21V4A1.5 1.5 0 0 1 6 2.5z',
  bell: 'M12 2.5a6 6 0 0 0-6 6v4.6L4.2 16a1 1 0 0 0 .85 1.5h13.9a1 1 0 0 0 .85-1.5L18 13.1V8.5a6 6 0 0 0-6-6zM9.5 19a2.5 2.5 0 0 0 5 0z',
} as const;

export type IconName = keyof typeof PATHS;

/** The path of an icon that no first screen needs (later-icons.ts). */
export type IconPath = `M${string}`;

export type AnyIcon = IconName | IconPath;

const isName = (icon: AnyIcon): icon is IconName => icon in PATHS;

/** Decorative: it stands beside a text, so the voice guide skips it. @param props `size` in rem */
export function Icon({ name, size = 1.75 }: { name: AnyIcon; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={{ width: `${size}rem`, height: `${size}rem`, flexShrink: 0 }}
      fill="currentColor"
    >
      <path d={isName(name) ? PATHS[name] : name} />
    </svg>
  );
}
