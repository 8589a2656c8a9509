import { countSamples, type Recipe, STYLES } from '../compose/recipe.ts'
import { MOVEMENT_BARS } from '../compose/styles/suite.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { createRandom } from '../random.ts'
import type { AudioRange } from '../render/render-audio.ts'
import type { AlbumPlan } from './album-plan.ts'

/** Gain in dB that brings the whole piece to the target loudness, measured once. */
const PIECE_GAIN = 3.11
/** Loudness of each track with that gain, in LUFS. */
const LOUDNESS = [-16.6, -13.4, -12.2, -15.5, -13.2, -14.6]

/** Cuts the suite into the tracks of an album near the movement boundaries, at odd sample positions to test gapless playback. */
export function cutSuite(seed: string, plan: AlbumPlan): { recipe: Recipe; range: AudioRange }[] {
  const random = createRandom(seed)
  const titles = plan.discs[0]!
  const recipe: Recipe = {
    style: plan.style,
    seed,
    tonic: random.integer(0, 11),
    bpm: plan.bpm[0],
    bars: titles.length * MOVEMENT_BARS,
    variant: plan.variant,
  }
  const movement = (MOVEMENT_BARS * STYLES[plan.style].beats * 60 * SAMPLE_RATE) / recipe.bpm
  const cuts = titles.map((_, i) => (i === 0 ? 0 : Math.round(i * movement) + (random.integer(100, 900) | 1)))
  return titles.map((_, i) => ({
    recipe,
    range: {
      from: cuts[i]!,
      to: cuts[i + 1] ?? countSamples(recipe),
      gain: PIECE_GAIN,
      loudness: LOUDNESS[i]!,
    },
  }))
}
