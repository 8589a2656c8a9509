import { type Recipe, recipeSamples, STYLES } from '../compose/recipe.ts'
import { MOVEMENT_BARS } from '../compose/voyage.ts'
import type { Cut } from '../render-sound.ts'
import { SAMPLE_RATE } from '../synth/bus.ts'
import { createRandom } from '../synth/random.ts'
import type { AlbumPlan } from './album-plans.ts'

/** Brings the whole piece to the target loudness; measured on the whole piece. */
const PIECE_GAIN = 3.11
/** Loudness of each stretch with that gain, in LUFS. */
const LOUDNESS = [-16.6, -13.4, -12.2, -15.5, -13.2, -14.6]

/** Cuts one long piece into the tracks of an album, near the seams of its movements and never on a round number. */
export function cutVoyage(seed: string, plan: AlbumPlan): { recipe: Recipe; cut: Cut }[] {
  const random = createRandom(seed)
  const titles = plan.discs[0]!
  const recipe: Recipe = {
    style: plan.style,
    seed,
    tonic: random.whole(0, 11),
    bpm: plan.bpm[0],
    bars: titles.length * MOVEMENT_BARS,
    manner: plan.manner,
  }
  const movement = (MOVEMENT_BARS * STYLES[plan.style].beats * 60 * SAMPLE_RATE) / recipe.bpm
  const cuts = titles.map((_, i) => (i === 0 ? 0 : Math.round(i * movement) + (random.whole(100, 900) | 1)))
  return titles.map((_, i) => ({
    recipe,
    cut: {
      from: cuts[i]!,
      to: cuts[i + 1] ?? recipeSamples(recipe),
      gain: PIECE_GAIN,
      loudness: LOUDNESS[i]!,
    },
  }))
}
