import type { Score } from '../synth/score.ts'
import { composeAmbient } from './ambient.ts'
import type { Recipe, StyleName } from './recipe.ts'

const composers: Record<StyleName, (recipe: Recipe) => Score> = {
  ambient: composeAmbient,
  house: composeAmbient,
  jazz: composeAmbient,
  folk: composeAmbient,
  synthwave: composeAmbient,
  lofi: composeAmbient,
  postrock: composeAmbient,
  chamber: composeAmbient,
  dub: composeAmbient,
  breaks: composeAmbient,
  bossa: composeAmbient,
  voyage: composeAmbient,
}

/** Writes the music of a recipe down; nothing is audible yet. */
export function compose(recipe: Recipe): Score {
  return composers[recipe.style](recipe)
}
