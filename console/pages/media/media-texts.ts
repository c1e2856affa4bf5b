import type { MediaFailureCode, MediaNoticeCode } from '#contract/console/media-codes.ts';
import type { MediaCode, MediaJob } from '#contract/console/media.ts';
import { bytesText, countText } from '#console/lib/format.ts';
import { languageText, lengthText } from '#console/pages/inbox/inbox-texts.ts';

/*
 * Korean sentences about failures and notices of video jobs, by code. `server/intake/texts/` has the sentences for
 * terminals, and says which parameters a code has. Rows of the inbox have no parameters, so each text must also work
 * without them.
 */

type Params = Partial<MediaCode['params']>;
type Texts<Code extends string> = Readonly<Record<Code, string | ((params: Params) => string)>>;

/** A parameter in brackets, as a particle after it would depend on its last letter. */
const bracketed = (...parts: (string | number | undefined)[]) =>
  parts.some((part) => part === undefined) ? '' : `(${parts.join('')})`;

const sizeOf = ({ width, height }: Params) => bracketed(width, '×', height);
const counted = (value: Params[string]) => (value === undefined ? undefined : countText(Number(value)));
const roomOf = ({ needed, free }: Params) =>
  needed === undefined || free === undefined
    ? ''
    : `(${bytesText(Number(needed))} 필요, ${bytesText(Number(free))} 남음)`;

const DOINGS: Readonly<Record<string, string>> = {
  examining: '파일을 살펴보다가',
  encoding: '인코딩하다가',
  packaging: '영상을 묶다가',
  inspecting: '만든 영상을 검사하다가',
};
const doingOf = ({ doing }: Params) => DOINGS[doing ?? ''] ?? '작업하다가';

export const FAILURE_TEXTS: Texts<MediaFailureCode> = {
  SOURCE_MISSING: '원본 파일이 없어졌거나 읽을 수 없어요. 제자리에 돌려놓고 다시 시도해 주세요.',
  SOURCE_CHANGED: '살펴본 다음에 파일이 바뀌었어요. 복사가 모두 끝나면 다시 넣어 주세요.',
  SOURCE_LINK: '폴더 밖의 파일로 가는 링크예요. 파일 자체를 넣어 주세요.',
  SOURCE_EMPTY: '빈 파일이에요(0바이트). 다시 복사해 주세요.',
  SOURCE_NO_FILE: '파일이 아니에요. 영상 파일을 넣어 주세요.',
  SOURCE_PLAYLIST: '다른 파일을 가리키는 재생 목록이에요. 영상 파일을 넣어 주세요.',
  SOURCE_UNSUPPORTED: '지원하지 않는 형식이에요. 다른 영상 파일을 넣어 주세요.',
  SOURCE_UNREADABLE: '영상으로 읽을 수 없는 파일이에요. 다른 곳에서 재생되는지 확인해 주세요.',
  SOURCE_NO_SOUND: '소리가 없는 파일이에요. 소리가 있는 파일을 올려 주세요.',
  SOURCE_NO_VIDEO: '영상이 없는 파일이에요. 화면이 있는 파일을 넣어 주세요.',
  SOURCE_NO_PICTURES: '영상 트랙에 장면이 하나도 없어요. 다시 복사해 주세요.',
  SOURCE_CODEC_UNKNOWN: ({ codec }) => `읽을 수 없는 코덱이에요${bracketed(codec)}. H.264나 HEVC로 바꿔서 넣어 주세요.`,
  SOURCE_TRUNCATED: ({ declared, present }) =>
    `뒤가 잘린 파일이에요${declared === undefined || present === undefined ? '' : `(${lengthText(Number(declared))} 가운데 ${lengthText(Number(present))}까지)`}. 다시 복사하거나 내려받아 주세요.`,
  SOURCE_DAMAGED: ({ planned, decoded }) =>
    `망가진 파일이에요${planned === undefined || decoded === undefined ? '' : `(${counted(planned)}장면 가운데 ${counted(decoded)}장면만 읽혀요)`}. 다시 복사하거나, 다른 형식으로 바꿔서 넣어 주세요.`,
  SOURCE_TOO_LONG: ({ most = 12 }) => `${most}시간보다 길어요. 회차별로 잘라 주세요.`,
  SOURCE_TOO_SHORT: '1초보다 짧아요. 더 긴 영상을 넣어 주세요.',
  SOURCE_TOO_LARGE: (params) => `화면이 너무 커요${sizeOf(params)}. 8192×4320보다 작게 줄여서 넣어 주세요.`,
  SOURCE_TOO_SMALL: ({ least = 16, ...params }) =>
    `화면이 너무 작아요${sizeOf(params)}. 가로와 세로가 ${least}픽셀보다 커야 해요.`,
  SOURCE_TOO_MANY_TRACKS: ({ tracks, most = 100 }) =>
    `트랙이 너무 많아요${bracketed(tracks, '개')}. ${most}개까지만 남겨 주세요.`,
  SOURCE_DOLBY_VISION: '돌비 비전 프로파일 5라서 색을 바꿀 수 없어요. HDR10이나 SDR 파일을 넣어 주세요.',
  SOURCE_SOUND_CHANGES: '소리의 채널이나 샘플 속도가 중간에 바뀌어요. 하나로 맞춰서 다시 넣어 주세요.',
  SOURCE_SIZE_CHANGES: '화면 크기가 중간에 바뀌어요. 하나로 맞춰서 다시 넣어 주세요.',
  SOURCE_PARTS_ELSEWHERE: ({ files, missing = 0 }) =>
    `챕터의 일부가 다른 파일에 있어요${bracketed([...(files ? [files] : []), ...(missing ? [`옆에 없는 파일 ${missing}개`] : [])].join(', '))}. 한 파일로 합쳐서 넣어 주세요.`,
  PICTURE_UNSUPPORTED: '그림의 형식이 파일 이름과 달라요. 그림을 다시 저장해서 넣어 주세요.',
  METADATA_UNUSABLE: '쓸 수 있는 정보가 없는 파일이에요. 미디어 센터가 쓰는 정보 파일인지 확인해 주세요.',
  SUBTITLE_PLAYLIST: '자막이 아니라 재생 목록이에요. 자막 파일을 넣어 주세요.',
  SUBTITLE_NO_PICTURES: '그림 자막 파일이 아니에요. 글로 된 .sub 자막은 .srt로 바꿔서 넣어 주세요.',

  TOOL_MISSING: '이 서버에 영상을 만드는 도구가 없어요. 기술 담당자에게 설치를 부탁해 주세요.',
  TOOL_KILLED: (params) =>
    `${doingOf(params)} 도구가 강제로 끝났어요. 다시 실패하면 서버의 메모리가 모자라지 않은지 확인해 주세요.`,
  TOOL_STUCK: (params) => `${doingOf(params)} 멈췄어요. 다시 멈추면 다른 형식으로 바꿔서 넣어 주세요.`,
  TOOL_FAILED: (params) => `${doingOf(params)} 실패했어요. 다시 실패하면 다른 형식으로 바꿔서 넣어 주세요.`,
  PROGRAM_ENDED: '작업 프로그램이 갑자기 끝났어요. 다시 실패하면 기술 담당자에게 알려 주세요.',
  PROGRAM_KILLED: '작업 프로그램이 강제로 끝났어요. 다시 실패하면 서버의 메모리가 모자라지 않은지 확인해 주세요.',
  PROGRAM_STUCK: '작업이 오래 멈춰 있었어요. 다시 멈추면 다른 형식으로 바꿔서 넣어 주세요.',
  DISK_FULL: '서버의 디스크가 가득 찼어요. 자리를 만들어 주세요.',
  DISK_SHORT: (params) => `서버의 디스크에 자리가 모자라요${roomOf(params)}. 자리를 만들어 주세요.`,
  WAITING_FOR_ROOM: (params) => `서버의 디스크에 자리가 모자라요${roomOf(params)}. 자리를 만들면 저절로 이어서 해요.`,
  FOLDER_UNAVAILABLE: '미디어 폴더를 쓸 수 없어요. 디스크가 연결돼 있는지 확인해 주세요. 그다음은 저절로 이어서 해요.',
  JOB_FOLDER_UNAVAILABLE: (params) =>
    `${doingOf(params)} 작업 폴더를 쓸 수 없게 됐어요. 디스크가 연결돼 있는지 확인해 주세요.`,
  STORE_UNAVAILABLE: '미디어 저장소를 쓸 수 없어서 등록하지 못했어요. 저장소의 상태를 확인해 주세요.',

  CLIP_DAMAGED: '만든 영상을 검사해 보니 망가져 있어요. 다시 그러면 서버의 디스크를 확인해 주세요.',
  PACKAGE_DAMAGED: '만든 영상이 재생되지 않아요. 다시 시도해 주세요.',
  KEY_MISSING: '영상의 암호화 키가 없어요. 작업을 지우고 영상을 다시 넣어 주세요.',
  KEY_UNREADABLE: '영상의 암호화 키를 열 수 없어요. 서버의 MEDIA_KEY_SECRET 설정을 확인해 주세요.',
  CATALOGUE_REFUSED: '작품에 넣지 못했어요. 작품이 그대로 있는지 확인하고 다시 시도해 주세요.',
  WORKER_GONE: '앞의 작업기가 끝내지 못해서 다른 작업기가 이어받았어요.',
  WORKERS_GONE: '작업기가 거듭 중간에 꺼져서 그만뒀어요. 서버의 메모리를 확인하고 다시 시도해 주세요.',
  UNEXPECTED: '예상하지 못한 문제가 생겼어요. 다시 실패하면 기술 담당자에게 알려 주세요.',
};

const ROLES: Readonly<Record<string, string>> = { caption: '청각장애인용 자막', forced: '간판 자막' };

const subtitleOf = ({ file, track }: Params) => (file === undefined ? `${track}번 자막 트랙은` : `${file} 자막 파일은`);

const metadataOf = ({ file }: Params) => (file === undefined ? '정보 파일은' : `${file} 정보 파일은`);
const artOf = ({ file }: Params) => (file === undefined ? '그림은' : `${file} 그림은`);

const AS_TEXT = '같은 자막을 .srt, .smi, .ass, .vtt로 넣어 주세요.';

export const NOTICE_TEXTS: Texts<MediaNoticeCode> = {
  SOURCE_HDR: ({ range }) => `HDR 영상이라${bracketed(range)} SDR 색으로 바꿔요. 밝은 장면을 확인해 주세요.`,
  SOURCE_INTERLACED: '인터레이스 영상이라 풀어서 만들어요.',
  SOURCE_VARIABLE_RATE: '프레임 속도가 일정하지 않아서, 프레임을 되풀이하거나 빼서 맞춰요.',
  SOURCE_PARTLY_READ: '원본의 일부를 읽지 못했어요. 공개하기 전에 영상을 확인해 주세요.',
  SOURCE_REORDERED:
    '챕터가 파일의 일부만, 또는 다른 차례로 보여 주는 영상이에요. 처음부터 끝까지 만들었으니, 공개하기 전에 영상을 확인해 주세요.',
  SOUND_LONGER: ({ seconds }) =>
    `소리가 화면보다 ${Number(seconds).toFixed(1)}초 길어서, 끝까지 마지막 장면을 보여줘요.`,
  SOUND_COMMENTARY: ({ track }) => `${track}번 소리 트랙은 코멘터리라서 빠져요.`,
  SOUND_SAME_LANGUAGE: ({ track, lang }) =>
    `${track}번 소리 트랙은 같은 언어(${languageText(String(lang))})의 소리가 또 있어서 빠져요. 이 트랙을 쓰려면 파일에서 다른 트랙을 지워 주세요.`,
  SOUND_MISSING: '소리가 없는 영상이에요.',
  SOUND_UNCOMPARED: '소리를 견주지 못해서 오프닝과 엔딩을 찾을 수 없어요. 직접 정해 주세요.',
  SUBTITLE_PICTURES: (params) =>
    `${subtitleOf(params)} 그림이거나 모르는 형식이라${bracketed(params['codec'])} 빠져요. ${AS_TEXT}`,
  SUBTITLE_UNSUPPORTED: (params) => `${subtitleOf(params)} 읽을 수 없어서 빠져요. ${AS_TEXT}`,
  SUBTITLE_EMPTY: (params) => `${subtitleOf(params)} 읽을 글자가 없어서 빠져요.`,
  SUBTITLE_SAME_LANGUAGE: ({ lang, role, ...params }) =>
    `${subtitleOf(params)} 같은 언어(${languageText(String(lang))})의 ${ROLES[role ?? ''] ?? '자막'}이 또 있어서 빠져요.`,
  SUBTITLE_UNMATCHED: (params) =>
    `${subtitleOf(params)} 이름으로는 어느 영상의 어떤 자막인지 몰라서 빠져요. 영상 이름 뒤에 언어를 붙여 주세요.`,
  SUBTITLE_TOO_LARGE: (params) => `${subtitleOf(params)} 자막이라기에는 너무 커서 빠져요.`,
  SUBTITLE_UNDECODABLE: (params) =>
    `${subtitleOf(params)} 글자를 알아볼 수 없어서 빠져요. 유니코드로 저장해서 다시 넣어 주세요.`,
  SUBTITLE_ENCODING: (params) =>
    `${subtitleOf(params)} 인코딩이 적혀 있지 않아서${bracketed(params['encoding'])} 짐작해서 읽어요. 공개하기 전에 자막을 확인해 주세요.`,
  SUBTITLE_LOST: ({ count, ...params }) => `${subtitleOf(params)} ${count ?? '여러'} 군데가 망가져서 그 글자가 빠져요.`,
  SUBTITLE_UNTIMED: ({ count, ...params }) =>
    `${subtitleOf(params)} 시간을 읽을 수 없는 글이 ${count ?? '몇'} 개라서 그 글이 빠져요.`,
  SUBTITLE_CUT: ({ count, ...params }) =>
    `${subtitleOf(params)} 글이 너무 많아서 ${count ?? '몇'} 개가 빠져요. 대사보다 화면 글자부터 빼요.`,
  SUBTITLE_LONG: ({ count, ...params }) =>
    `${subtitleOf(params)} 화면에 다 들어가지 않는 글이 ${count ?? '몇'} 개라서 그 뒷부분이 빠져요.`,
  PICTURES_EMPTY: (params) => `${subtitleOf(params)} 읽을 수 있는 그림이 없어서 빠져요.`,
  PICTURES_LOST: ({ count, ...params }) => `${subtitleOf(params)} ${count ?? '여러'} 군데가 망가져서 그 그림이 빠져요.`,
  PICTURES_CUT: ({ count, ...params }) => `${subtitleOf(params)} 그림이 너무 많아서 뒤의 ${count ?? '몇'} 개가 빠져요.`,
  PICTURES_SLOW: (params) => `${subtitleOf(params)} 그림을 읽는 데 너무 오래 걸려서 빠져요. ${AS_TEXT}`,
  DRAWINGS_FAILED: ({ lang }) =>
    `간판과 노래${bracketed(lang === undefined ? undefined : languageText(String(lang)))}를 그림 자막으로 만들지 못해서 글자로 보여요.`,
  LETTERS_MISSING: ({ lang, letters, fonts }) =>
    `간판과 노래${bracketed(lang === undefined ? undefined : languageText(String(lang)))}를 그릴 글꼴에 없는 글자${bracketed(letters)}가 있어서 글자로 보여요. 영상 옆에 글꼴 폴더를 만들어 글꼴${bracketed(fonts)}을 넣고 영상을 다시 넣으면 그림으로 그려요.`,
  FONT_MISSING: ({ font, by }) =>
    `자막에 쓰인 글꼴${bracketed(font)}이 없어서 다른 글꼴${bracketed(by)}로 그렸어요. 영상 옆에 글꼴 폴더를 만들어 넣고 영상을 다시 넣으면 그 글꼴로 그려요.`,
  METADATA_PAGE: (params) => `${metadataOf(params)} 정보가 아니라 웹 페이지라서 쓰지 않아요.`,
  METADATA_ADDRESS: (params) =>
    `${metadataOf(params)} 주소만 있어서 쓰지 않아요. 그 주소에서는 아무것도 가져오지 않아요.`,
  METADATA_UNREADABLE: (params) => `${metadataOf(params)} 미디어 센터의 정보가 아니라서 쓰지 않아요.`,
  METADATA_UNDECODABLE: (params) =>
    `${metadataOf(params)} 글자를 알아볼 수 없어서 빠져요. 유니코드로 저장해서 다시 넣어 주세요.`,
  METADATA_TOO_LARGE: (params) => `${metadataOf(params)} 정보라기에는 너무 크거나 복잡해서 쓰지 않아요.`,
  METADATA_ENCODING: (params) =>
    `${metadataOf(params)} 적혀 있는 인코딩과 달라서${bracketed(params['encoding'])} 짐작해서 읽었어요. 글자를 확인해 주세요.`,
  METADATA_ENTITIES: (params) => `${metadataOf(params)} 스스로 정한 줄임말을 빼고 읽었어요.`,
  METADATA_CUT: (params) => `${metadataOf(params)} 중간에 끝나서 그 앞까지만 썼어요.`,
  METADATA_SEVERAL: ({ count, ...params }) =>
    `${metadataOf(params)} 한 영상에 회차가 ${count ?? '여러'} 개라고 해요. 첫 번호의 회차 하나로 만들어요.`,
  METADATA_CHANGED: (params) => `${metadataOf(params)} 읽는 동안 바뀌어서 쓰지 않아요. 다시 넣어 주세요.`,
  ART_UNUSABLE: (params) => `${artOf(params)} 쓸 수 없어서 빠져요. 작품에서 다른 그림을 골라 주세요.`,
  ART_CHANGED: (params) => `${artOf(params)} 더는 읽을 수 없어서 빠져요. 작품에서 다른 그림을 골라 주세요.`,
  VIDEO_LENGTH_CHANGED: ({ before, after }) =>
    `새 영상의 길이가${bracketed(after, '초')} 전 영상과${bracketed(before, '초')} 달라서 구간과 나중에 더한 자막을 옮기지 않았어요. 다시 정해 주세요.`,
  SOUNDS_GONE: ({ sounds }) =>
    `전 영상에 있던 소리가 새 영상에는 없어요${bracketed(sounds)}. 회차에서 다시 더해 주세요.`,
  NOTICES_LEFT_OUT: ({ count }) =>
    `알릴 것이 ${count ?? '몇'} 가지 더 있는데, 너무 많아서 적지 않았어요. 위의 것을 고치고 영상을 다시 넣으면 나와요.`,
  TITLE_UNPUBLISHED: '작품이 공개되지 않아서 이 회차가 보이지 않아요. 작품을 공개해 주세요.',
};

/** A code of a newer server has no text here. */
function textOf<Code extends string>(
  texts: Texts<Code>,
  { code, params = {} }: { code: string; params?: Params },
): string | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code as Code] : undefined;
  return typeof text === 'function' ? text(params) : text;
}

export const failureText = (failure: { code: string; params?: Params }): string =>
  textOf(FAILURE_TEXTS, failure) ?? '작업에 문제가 생겼어요. 자세한 내용을 기술 담당자와 확인해 주세요.';

export const noticeText = (notice: MediaCode): string =>
  textOf(NOTICE_TEXTS, notice) ?? '영상에 확인할 점이 있어요. 자세한 내용을 기술 담당자와 확인해 주세요.';

/** Why the inbox refuses a file: nothing else shows its detail, so an unknown code has it at the end. */
export const problemText = (problem: { code: string; message: string }): string =>
  textOf(FAILURE_TEXTS, problem) ?? `받을 수 없는 파일이에요(${problem.message}).`;

/** A title that the catalogue does not have yet, or no more. */
export function missingTitleText({ state, new_title: name }: Pick<MediaJob, 'state' | 'new_title'>): string {
  if (name === null) return '없어진 작품';
  return state === 'done' ? `${name} (없어진 작품)` : name;
}
