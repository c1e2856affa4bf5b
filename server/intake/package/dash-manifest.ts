/** A range of bytes; both ends belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A rendition as a DASH manifest declares it. */
export interface DashRendition {
  readonly file: string;
  readonly codecs: string;
  readonly bandwidth: number;
  readonly index: ByteRange;
  readonly init: ByteRange;
}

export interface DashManifest {
  readonly seconds: number;
  readonly renditions: readonly DashRendition[];
}

const attribute = (element: string, name: string) => new RegExp(String.raw`\s${name}="([^"]*)"`).exec(element)?.[1];

function rangeOf(text: string | undefined): ByteRange | undefined {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  return start === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Only the part of ISO 8601 that packagers write. */
function secondsOf(duration: string): number {
  const [, hours, minutes, seconds] = /^PT(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?$/.exec(duration) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/**
 * Reads a manifest of Shaka Packager with one file per rendition.
 *
 * @returns undefined for anything else.
 */
export function readDashManifest(text: string): DashManifest | undefined {
  const duration = attribute(text, 'mediaPresentationDuration');
  const renditions = [...text.matchAll(/<Representation\b[\s\S]*?<\/Representation>/g)].map(([element]) => {
    const file = /<BaseURL>([^<]+)<\/BaseURL>/.exec(element)?.[1];
    const codecs = attribute(element, 'codecs');
    const bandwidth = Number(attribute(element, 'bandwidth'));
    const index = rangeOf(attribute(element, 'indexRange'));
    const init = rangeOf(/<Initialization\b[^>]*\srange="([^"]*)"/.exec(element)?.[1]);
    return file && codecs && index && init ? { file, codecs, bandwidth, index, init } : undefined;
  });
  const whole = renditions.filter((one) => one !== undefined);
  if (duration === undefined || whole.length === 0 || whole.length < renditions.length) return undefined;
  return { seconds: secondsOf(duration), renditions: whole };
}
