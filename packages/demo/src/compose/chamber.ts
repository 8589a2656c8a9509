import { createRandom } from '../synth/random.ts'
import type { Score } from '../synth/score.ts'
import { composeOasis } from './oasis.ts'
import { composePiano } from './piano.ts'
import { composeQuartet } from './quartet.ts'
import type { Recipe } from './recipe.ts'

/** Chamber music: a string quartet, a piano alone, or strings that are plucked under a flute. */
export function composeChamber(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  return [composeQuartet, composePiano, composeOasis][recipe.manner % 3]!(recipe, random)
}
