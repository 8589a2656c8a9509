import type { Score } from '../synth/score.ts'
import { composeAmbient } from './ambient.ts'
import { composeBossa } from './bossa.ts'
import { composeBreaks } from './breaks.ts'
import { composeChamber } from './chamber.ts'
import { composeDub } from './dub.ts'
import { composeFolk } from './folk.ts'
import { composeHouse } from './house.ts'
import { composeJazz } from './jazz.ts'
import { composeLofi } from './lofi.ts'
import { composePostrock } from './postrock.ts'
import type { Recipe, StyleName } from './recipe.ts'
import { composeSynthwave } from './synthwave.ts'
import { composeVoyage } from './voyage.ts'

const composers: Record<StyleName, (recipe: Recipe) => Score> = {
  ambient: composeAmbient,
  house: composeHouse,
  jazz: composeJazz,
  folk: composeFolk,
  synthwave: composeSynthwave,
  lofi: composeLofi,
  postrock: composePostrock,
  chamber: composeChamber,
  dub: composeDub,
  breaks: composeBreaks,
  bossa: composeBossa,
  voyage: composeVoyage,
}

/** Writes the music of a recipe down; nothing is audible yet. */
export function compose(recipe: Recipe): Score {
  return composers[recipe.style](recipe)
}
