import { silencesAmid } from './compare.ts'
import type { SoundVisit } from './sound-visit.ts'

const MOST_ATTEMPTS = 4

/**
 * Takes a recording of what a visit hears. One during which the machine had no time for the browser's sound
 * says nothing about the player: it is thrown away, with the reason, and taken again.
 * @param joins places of the joins in what is played; without them silences amid a track are not looked for
 * @throws Error where the machine never has the time
 */
export async function measure(
  listen: () => Promise<SoundVisit>,
  joins: readonly number[] = [],
): Promise<Float32Array> {
  const reasons: string[] = []
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const visit = await listen()
    const recording = await visit.recording()
    const starved = await visit.starved()
    if (joins.length > 0) starved.push(...silencesAmid(recording, joins))
    await visit.close()
    if (starved.length === 0) return recording
    console.warn(`Measured again, for the machine was too busy: ${starved.join('; ')}`)
    reasons.push(...starved)
  }
  throw new Error(`This machine is too busy to listen: ${reasons.join('; ')}`)
}
