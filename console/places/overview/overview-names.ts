export const PLATFORM_NAMES = { all: '모든 기기', tizen: '삼성 TV', webos: 'LG TV', web: '브라우저' } as const;
export type PlatformChoice = keyof typeof PLATFORM_NAMES;
