import type { Recipe, StyleName } from './recipe.ts'
import type { Score } from './score.ts'
import { composeAmbient } from './styles/ambient.ts'
import { composeBossa } from './styles/bossa.ts'
import { composeBreakbeat } from './styles/breakbeat.ts'
import { composeChamber } from './styles/chamber.ts'
import { composeDub } from './styles/dub.ts'
import { composeFolk } from './styles/folk.ts'
import { composeHouse } from './styles/house.ts'
import { composeJazz } from './styles/jazz.ts'
import { composeLofi } from './styles/lofi.ts'
import { composePostrock } from './styles/postrock.ts'
import { composeSuite } from './styles/suite.ts'
import { composeSynthwave } from './styles/synthwave.ts'

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
  breaks: composeBreakbeat,
  bossa: composeBossa,
  suite: composeSuite,
}

/** Composes the score for a recipe. */
export function compose(recipe: Recipe): Score {
  return composers[recipe.style](recipe)
}
