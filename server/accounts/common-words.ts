/*
 * Words that people choose for passwords, in small letters: those of other services' leaked lists that say little about a
 * person. `Hangul` are Korean words typed with the keyboard in English. Our own collection; the rules of
 * `common-passwords.ts` cover the words with numbers, capitals and signs.
 */

const ENGLISH = `
  password passwort passwd pass passcode passphrase secret private login logon signin user username account admin
  administrator adminadmin root master owner guest test tester testing testtest temp temporary default changeme change demo
  sample example hello hi hey welcome letmein letme openme open access enter internet computer laptop windows system server
  network desktop samsung galaxy apple iphone android google gmail naver kakao daum nate facebook instagram twitter youtube
  netflix tving wavve watcha amazon microsoft office google1 whatever nothing something anything trustno trustme iloveyou
  iloveu ilove loveyou loveme lovely love forever friend friends family mother father mama papa mom dad sister brother baby
  babygirl babyboy angel princess queen king prince sunshine rainbow flower flowers butterfly summer winter spring autumn
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december football soccer baseball basketball hockey tennis golf sports player gamer gaming game games
  superman batman spiderman ironman starwars pokemon pikachu naruto onepiece anime manga cartoon disney mickey minecraft
  fortnite roblox league legend warcraft starcraft dragon tiger lion monkey donkey chicken horse panda rabbit kitten kitty
  cat cats dog dogs puppy bear wolf eagle falcon phoenix shadow ninja hunter killer warrior knight wizard magic diamond
  golden silver purple orange yellow green black white blue red banana cherry chocolate cookie coffee pepper ginger money
  dollar rich lucky happy smile jesus christ god heaven michael jordan jessica ashley daniel thomas robert charlie george
  andrew joshua matthew jennifer michelle nicole hannah maggie harley mustang ferrari porsche mercedes korea korean seoul
  busan japan china america england london freedom liberty peace music guitar piano dance dancing movie movies video videos
  television streaming stream series drama star stars moon sky earth world hacker hacking security qazwsx zaqwsx
`;

const KOREAN = `
  sarang saranghae saranghaeyo annyeong annyong hanguk daehan daehanminguk minguk gangnam hongdae jeju hangang kimchi bulgogi
  oppa unnie noona hyung eomma appa chingu gajok haengbok huimang boram haneul byeol minjun seojun jihoon jiwoo minji
  kimminji parkjisung sonheungmin taehyung jungkook jimin blackpink bts bangtan twice exo
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody qlalfqjsgh qlqjs dkagh rhkfflwk eogksalsrnr gksrnr tjdnf wlgns alswl whdk
  tjdrhd godqhr cjstk ekfeks rkwhr djaak dkQk cldsn dkdlel rhksflwk rlawlgns vhfl qhfk
`;

/** Names of the service. */
const OWN = 'bora boratv boraott boraplay';

/** Rows of keyboards, and rows of characters in their order. */
export const ROWS: readonly string[] = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '`1234567890-=',
  '~!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  // Columns from the left, of small letters and digits.
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];

export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${KOREAN} ${OWN}`.split(/\s+/).filter((word) => word !== ''),
);
