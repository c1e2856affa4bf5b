import type { TitleArt } from '../title-art.ts';
import { acornSubmarine } from './acorn-submarine.ts';
import { blackPlumSword } from './black-plum-sword.ts';
import { cloudPierNine } from './cloud-pier-nine.ts';
import { inkDetective } from './ink-detective.ts';
import { lanternFox } from './lantern-fox.ts';
import { lastTrainSnow } from './last-train-snow.ts';
import { lockerThirteen } from './locker-thirteen.ts';
import { mossPostOffice } from './moss-post-office.ts';
import { neonErrands } from './neon-errands.ts';
import { oneUmbrella } from './one-umbrella.ts';
import { redDesertRadio } from './red-desert-radio.ts';
import { ridgeSprint } from './ridge-sprint.ts';
import { rooftopBand } from './rooftop-band.ts';
import { skyWhaleSummer } from './sky-whale-summer.ts';
import { starLibrary } from './star-library.ts';
import { sunsetBakery } from './sunset-bakery.ts';
import { twelveWaves } from './twelve-waves.ts';
import { twelveWavesFilm } from './twelve-waves-film.ts';
import { raon, raonTwo } from './raon.ts';
import { catAlley, catAlleyTwo, catAlleyThree } from './cat-alley.ts';
import { glassWitch, glassWitchTwo } from './glass-witch.ts';
import { orbitZero, orbitZeroFilm } from './orbit-zero.ts';
import { puffingIsland } from './puffing-island.ts';
import { twoAtObservatory } from './two-at-observatory.ts';
import { showerOrchestra } from './shower-orchestra.ts';
import { migrantTower } from './migrant-tower.ts';
import { whitePorcelain } from './white-porcelain.ts';
import { chirpKnights } from './chirp-knights.ts';
import { ghostTenant } from './ghost-tenant.ts';
import { antarcticBarber } from './antarctic-barber.ts';
import { lastInning } from './last-inning.ts';
import { goblinMarket } from './goblin-market.ts';
import { redMask } from './red-mask.ts';
import { waveScore } from './wave-score.ts';
import { dollHospital } from './doll-hospital.ts';
import { thirdWednesday } from './third-wednesday.ts';
import { upsideDragon } from './upside-dragon.ts';
import { haenyeoBreath } from './haenyeo-breath.ts';
import { halfServing } from './half-serving.ts';
import { railRacers } from './rail-racers.ts';
import { laundryShip } from './laundry-ship.ts';
import { hibernationInn } from './hibernation-inn.ts';
import { clockworkCity } from './clockwork-city.ts';

/** The art of every title, in the order of their ids. */
export const titleArt: readonly TitleArt[] = [
  twelveWaves,
  twelveWavesFilm,
  lastTrainSnow,
  lanternFox,
  raon,
  raonTwo,
  inkDetective,
  sunsetBakery,
  cloudPierNine,
  ridgeSprint,
  starLibrary,
  oneUmbrella,
  acornSubmarine,
  redDesertRadio,
  blackPlumSword,
  rooftopBand,
  skyWhaleSummer,
  mossPostOffice,
  neonErrands,
  lockerThirteen,
  catAlley,
  catAlleyTwo,
  catAlleyThree,
  glassWitch,
  glassWitchTwo,
  orbitZero,
  orbitZeroFilm,
  puffingIsland,
  twoAtObservatory,
  showerOrchestra,
  migrantTower,
  whitePorcelain,
  chirpKnights,
  ghostTenant,
  antarcticBarber,
  lastInning,
  goblinMarket,
  redMask,
  waveScore,
  dollHospital,
  thirdWednesday,
  upsideDragon,
  haenyeoBreath,
  halfServing,
  railRacers,
  laundryShip,
  hibernationInn,
  clockworkCity,
];
