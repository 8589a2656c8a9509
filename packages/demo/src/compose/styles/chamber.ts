import { createRandom } from '../../random.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'
import { composePluckedEnsemble } from './plucked-ensemble.ts'
import { composeSoloPiano } from './solo-piano.ts'
import { composeStringQuartet } from './string-quartet.ts'

/** Chamber music: a string quartet, a solo piano, or plucked strings with a flute. */
export function composeChamber(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  return [composeStringQuartet, composeSoloPiano, composePluckedEnsemble][recipe.variant % 3]!(recipe, random)
}
