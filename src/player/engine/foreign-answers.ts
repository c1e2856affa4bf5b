import type shaka from 'shaka-player';
import { answerFault, type MediaKind } from './media-answer.ts';

type NetworkingEngine = NonNullable<ReturnType<shaka.Player['getNetworkingEngine']>>;
type RequestContext = shaka.extern.RequestContext | undefined;

/* Shaka's types of requests (node_modules/shaka-player/lib/net/networking_engine.js). */
const MANIFEST = 0;
const SEGMENT = 1;
const PLAYLIST = 12;

function kindOf(type: number, context: RequestContext): MediaKind | null {
  if (type === MANIFEST || type === PLAYLIST) return 'manifest';
  if (type !== SEGMENT) return null;
  // Subtitles, pictures of tracks, and requests of which Shaka does not say for what they are.
  const ofStream = context?.stream?.type;
  return ofStream === 'video' || ofStream === 'audio' ? 'media' : 'other';
}

/**
 * Refuses answers that cannot be the requested media, which Shaka then handles as a failed download
 * (RESPONSE_FILTER_ERROR, of the network's category).
 */
export function refuseForeignAnswers(
  networking: NetworkingEngine | null,
  onRefused: () => void = () => undefined,
): void {
  networking?.registerResponseFilter((type, response, context) => {
    const kind = kindOf(type, context);
    const { headers, method } = response.originalRequest;
    // Copies on the disk have neither status nor headers, and were checked when they were stored.
    if (!kind || method === 'HEAD' || /^offline:/.test(response.uri)) return;
    const fault = answerFault(kind, { ...response, range: headers.Range });
    if (fault === null) return;
    onRefused();
    throw new Error(`${fault}: ${response.uri}`);
  });
}
