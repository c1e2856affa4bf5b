const words = (text: string): readonly string[] => text.trim().split(/\s*[,\n]\s*/);

/** First and second parts of names. Every pair is a valid name, and different kinds never produce the same one. */
interface Kind {
  readonly first: readonly string[];
  readonly second: readonly string[];
  join(first: string, second: string): string;
}

const spaced = (first: string, second: string) => `${first} ${second}`;

/** Typical kinds of titles: plain pairs, places, heroes, foreign words, whole sentences, two lines. */
const KINDS: readonly Kind[] = [
  {
    first:
      words(`푸른, 잠든, 이상한, 한여름의, 노래하는, 새벽의, 작은, 돌아온, 비밀의, 마지막, 느린, 붉은, 떠도는, 수상한, 은빛, 검은,
      투명한, 겁 많은, 서툰, 오래된, 열두 번째, 별을 줍는, 종이로 만든, 그림자 없는, 눈 내리는, 잃어버린, 웃지 않는, 날지 못하는`),
    second:
      words(`기관사, 고래, 탐정단, 등대지기, 나침반, 합창단, 수리공, 여우, 망원경, 배달부, 시계탑, 기사, 공방, 마녀, 정원사,
      우체부, 요리사, 우주선, 용, 인형사, 피아노, 고양이, 도깨비, 항해사, 천문대, 약초꾼, 사진사, 소방관, 낚시꾼, 대장장이, 조종사, 궁수`),
    join: spaced,
  },
  {
    first:
      words(`안개, 바다, 구름, 모래, 겨울, 노을, 유리, 소금, 이끼, 달, 별, 비, 얼음, 불꽃, 거울, 새장, 무지개, 밤, 숲, 파도, 먼지,
      자정, 봄, 강철, 강, 그늘, 바람, 황혼`),
    second:
      words(`정원, 도서관, 왕국, 기억, 노래, 아이들, 미로, 연대기, 편지, 계단, 문지기, 서커스, 학교, 약속, 그림자, 심장, 이름,
      시간, 지도, 성, 검, 목소리, 식탁, 기차, 열쇠, 일기, 왕관, 무덤, 후계자, 거리`),
    join: (first, second) => `${first}의 ${second}`,
  },
  {
    first:
      words(`골목 끝, 바닷가, 언덕 위, 지하철역, 옥상, 강 건너, 시장통, 산 너머, 섬마을, 기찻길 옆, 다리 밑, 비 오는 날의, 구름 위,
      자정의, 폐교, 온실 속, 사막 한가운데, 북쪽 끝, 달 뒷면, 이층버스, 학교 앞, 호숫가, 절벽 위, 이웃집, 종점, 남극, 우주 정거장`),
    second:
      words(`우체국, 사진관, 빵집, 세탁소, 여관, 분식집, 서점, 찻집, 수족관, 이발소, 떡집, 상담소, 병원, 극장, 미용실, 문방구,
      라디오, 목욕탕, 꽃집, 전당포, 만둣집, 국숫집, 영화관, 도시락 가게, 음악 교실, 동물원, 양복점, 놀이공원`),
    join: spaced,
  },
  {
    first:
      words(`탐정, 마법사, 소년 기사, 공주, 도둑, 견습 요리사, 조종사, 해적, 신입 사원, 무사, 의사, 퇴마사, 음악가, 전학생, 포수,
      연금술사, 로봇, 암행어사, 택배 기사, 화가, 사육사, 수문장, 검객, 발명가, 이장님, 아이돌, 우주인, 역무원`),
    second:
      words(`누리, 가온, 하루, 미르, 다온, 소담, 새론, 보름, 온유, 나래, 시원, 여울, 단비, 아라, 초롱, 한결, 두리, 윤슬, 바우, 다솜,
      마루, 이든, 그루, 해솔, 도담, 로운, 은별, 찬솔, 라울, 벼리`),
    join: spaced,
  },
  {
    first:
      words(`스카이, 블루, 루나, 네온, 스틸, 골든, 크리스털, 다크, 제로, 코스모, 레드, 썬더, 미스틱, 로스트, 리틀, 사일런트, 버블,
      스칼렛, 아이언, 오로라, 사이버, 매직, 래빗, 타이거, 팬텀, 체리, NEO, X`),
    second:
      words(`러너, 노트, 하트, 레인저, 나이트, 스토리, 아카데미, 크로니클, 드라이브, 가디언, 오케스트라, 코드, 파라다이스, 다이어리,
      헌터, 블레이드, 메모리, 서커스단, 프로젝트, 엔진, 게이트, 유니버스, 스퀘어, 트레인, 시그널, 랩소디, 5, 99, LOOP`),
    join: spaced,
  },
  {
    first:
      words(`전학 왔더니, 눈을 떠 보니, 이사 간 집에, 할머니 댁에 갔더니, 알바를 구했더니, 퇴사했더니, 옆집에, 무인도에서, 우리 반에,
      동아리에 들었더니, 시골에 내려갔더니, 다시 태어났더니, 문을 열었더니, 잠에서 깼더니, 승강기를 탔더니, 유학을 왔더니, 비를 피했더니,
      소개팅에 나갔더니, 편의점에서, 꿈속에서, 군대에서, 막차를 탔더니, 소풍 갔다가`),
    second:
      words(`마왕을 만났다, 용이 살고 있었다, 내가 주인공이었다, 고양이가 되었다, 세계가 멸망했다, 외계인과 산다, 귀신이 보인다,
      황제가 되었다, 시간이 멈췄다, 밥을 짓는다, 짝꿍이 로봇이다, 밴드를 시작했다, 비밀 요원이었다, 공룡이 나타났다, 도서관을 물려받았다,
      천사를 주웠다, 모두 나를 모른다, 악당이 되었다, 요정이 취직했다, 최강이 되었다, 첫사랑이 있었다, 길을 잃었다, 늑대와 친구가 되었다`),
    join: spaced,
  },
  {
    first:
      words(`은하, 백야, 천년, 무림, 해담, 서라벌, 아틀라, 미리내, 청명, 여명, 잿빛섬, 칠성, 유월, 까치산, 그믐, 가람, 한울, 벽해, 솔내음,
      참나무골, 새솔, 누리호, 하늬, 다랑쉬, 노고단, 한빛, 달무리`),
    second:
      words(`겨울 이야기, 새로운 시작, 붉은 달, 끝나지 않는 여름, 돌아오지 않는 배, 열세 번째 밤, 잊힌 사람들, 첫 번째 별, 바람의 길,
      하얀 마녀, 그날의 비밀, 사라진 도시, 두 개의 검, 꽃이 피는 자리, 깊은 잠, 불타는 바다, 작은 영웅들, 그 여름의 소리, 먼 곳의 불빛,
      왕의 귀환, 마지막 열차, 숨은 그림, 푸른 늑대, 사슴의 노래, 여섯 형제, 달의 아이, 빈 의자`),
    join: (first, second) => `${first}: ${second}`,
  },
];

/** Sequels of one of the seven preceding names: which one, and how to rename it. */
const SEQUELS: readonly (readonly [of: number, rename: (name: string) => string])[] = [
  [0, (name) => `${name} 2기`],
  [2, (name) => `극장판 ${name}`],
  [0, (name) => `${name} 3기`],
];

/** The pair with number `place`. All pairs occur before one repeats; neighbours share no word. */
function pairOf({ first, second, join }: Kind, place: number): string {
  const round = Math.floor(place / first.length);
  const start = place % first.length;
  const name = join(first[start]!, second[(start + round) % second.length]!);
  const part = Math.floor(round / second.length) + 1;
  return part === 1 ? name : `${name} ${part}부`;
}

const GROUP = KINDS.length + SEQUELS.length;

/** The unique name of generated title `index`; three of ten are sequels. */
export function generatedName(index: number): string {
  const group = Math.floor(index / GROUP);
  const place = index % GROUP;
  const kind = KINDS[place];
  if (kind) return pairOf(kind, group);
  const [of, rename] = SEQUELS[place - KINDS.length]!;
  return rename(pairOf(KINDS[of]!, group));
}
