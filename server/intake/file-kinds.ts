const VIDEOS = new Set(
  'mkv mp4 m4v mov avi webm ts m2ts mts wmv flv mpg mpeg m2v vob ogv 3gp mxf ogm rmvb rm asf divx tp mk3d f4v'
    .split(' ')
    .map((ending) => `.${ending}`),
);
/** They name other files, which may lie anywhere. */
const PLAYLISTS = new Set(
  'm3u m3u8 mpd strm pls xspf asx wpl cue ffconcat concat sdp smil'.split(' ').map((ending) => `.${ending}`),
);
/** Subtitle files that intake reads. */
const SUBTITLES = new Set(['.srt', '.ass', '.ssa', '.vtt', '.smi', '.sami', '.sup', '.idx', '.sub']);
/** Files of sound alone, which become a sound of a video that there is. */
const SOUNDS = new Set(
  'm4a aac mp3 flac wav ac3 eac3 dts ogg oga opus mka thd aiff wma'.split(' ').map((ending) => `.${ending}`),
);
/** Several files in one, which the operator unpacks. */
const ARCHIVES = new Set(['.iso', '.img', '.nrg', '.rar', '.zip', '.7z', '.tar']);
/** Endings that programs give a file while it arrives. */
const UNFINISHED = new Set(['.part', '.partial', '.crdownload', '.download', '.!qb', '.!ut', '.aria2']);
const PICTURES = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif']);

/** @param ending with its dot. */
export const isVideo = (ending: string): boolean => VIDEOS.has(ending.toLowerCase());
export const isSound = (ending: string): boolean => SOUNDS.has(ending.toLowerCase());
export const isPlaylist = (ending: string): boolean => PLAYLISTS.has(ending.toLowerCase());
export const isArchive = (ending: string): boolean => ARCHIVES.has(ending.toLowerCase());
export const isUnfinished = (ending: string): boolean => UNFINISHED.has(ending.toLowerCase());
export const isPicture = (ending: string): boolean => PICTURES.has(ending.toLowerCase());
export const isMetadata = (ending: string): boolean => ending.toLowerCase() === '.nfo';
export const isSubtitle = (ending: string): boolean => SUBTITLES.has(ending.toLowerCase());
