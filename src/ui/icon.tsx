/** Drawn in a square of 24 units. */
const PATHS = {
  play: 'M7 4.5v15a1 1 0 0 0 1.5.86l12-7.5a1 1 0 0 0 0-1.72l-12-7.5A1 1 0 0 0 7 4.5z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1.2 15h-2.4v-6.6h2.4zm0-8.6h-2.4V6h2.4z',
  back: 'M14.7 5.3a1 1 0 0 1 0 1.4L9.4 12l5.3 5.3a1 1 0 1 1-1.4 1.4l-6-6a1 1 0 0 1 0-1.4l6-6a1 1 0 0 1 1.4 0z',
  retry:
    'M12 4a8 8 0 0 1 6.9 4H16a1 1 0 1 0 0 2h5a1 1 0 0 0 1-1V4a1 1 0 1 0-2 0v2A10 10 0 1 0 22 12.6a1 1 0 1 0-2-.2A8 8 0 1 1 12 4z',
  lock: 'M12 2a5 5 0 0 0-5 5v3H6a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-1V7a5 5 0 0 0-5-5zm-3 8V7a3 3 0 0 1 6 0v3z',
  check: 'M9.5 18.2 3.8 12.5l1.7-1.7 4 4 9-9 1.7 1.7z',
  star: 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z',
  user: 'M12 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm0 2c-5 0-9 2.7-9 6.2 0 1 .8 1.8 1.8 1.8h14.4c1 0 1.8-.8 1.8-1.8C21 16.7 17 14 12 14z',
  home: 'M11.3 2.8 2.6 10.4a1 1 0 0 0 1.3 1.5l.6-.5V20a1.5 1.5 0 0 0 1.5 1.5h3.8V15h4.4v6.5H18a1.5 1.5 0 0 0 1.5-1.5v-8.6l.6.5a1 1 0 0 0 1.3-1.5l-8.7-7.6a1 1 0 0 0-1.4 0z',
  leave:
    'M4 4.5A1.5 1.5 0 0 1 5.500 3H12v2H6v14h6v2H5.500A1.500 1.500 0 0 1 4 19.500zM15.300 7.300a1 1 0 0 1 1.400 0l4 4a1 1 0 0 1 0 1.400l-4 4a1 1 0 0 1-1.400-1.400l2.300-2.300H10v-2h7.600l-2.300-2.300a1 1 0 0 1 0-1.400z',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a text that says the same; the voice guide passes it over. */
export function Icon({ name, size = 1.75 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={{ width: `${size}rem`, height: `${size}rem`, flexShrink: 0 }}
      fill="currentColor"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
