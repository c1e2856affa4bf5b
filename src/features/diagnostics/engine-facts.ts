/** The part of the page's window that diagnostics read. */
export interface DiagnosedPage {
  readonly navigator: { readonly userAgent: string };
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly devicePixelRatio: number;
  readonly MediaSource?: { isTypeSupported(type: string): boolean } | undefined;
}

const CODECS: readonly (readonly [string, string])[] = [
  ['H.264', 'video/mp4; codecs="avc1.640028"'],
  ['HEVC', 'video/mp4; codecs="hvc1.1.6.L120.90"'],
  ['VP9', 'video/webm; codecs="vp09.00.40.08"'],
  ['AV1', 'video/mp4; codecs="av01.0.08M.08"'],
  ['AAC', 'audio/mp4; codecs="mp4a.40.2"'],
  ['E-AC-3', 'audio/mp4; codecs="ec-3"'],
  ['Opus', 'audio/webm; codecs="opus"'],
];

/** Names of the codecs that the page can play. */
export const supportedCodecs = ({ MediaSource }: DiagnosedPage): readonly string[] =>
  CODECS.filter(([, type]) => MediaSource?.isTypeSupported(type) ?? false).map(([name]) => name);

/** Size of the panel in its own pixels: `"1920 × 1080"`. */
export const panelLabel = ({ innerWidth, innerHeight, devicePixelRatio }: DiagnosedPage): string =>
  `${Math.round(innerWidth * devicePixelRatio)} × ${Math.round(innerHeight * devicePixelRatio)}`;
