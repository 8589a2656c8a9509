import { silencesAmid } from './compare.ts'
import type { SoundVisit } from './sound-visit.ts'

const MOST_ATTEMPTS = 8

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
  return attempt(listen, async (recording, visit) => {
    const starved = await visit.starved()
    return joins.length > 0 ? [...starved, ...silencesAmid(recording, joins)] : starved
  })
}

/**
 * Records what hangs on timers of the page, which come late on a busy machine. A recording that is as it should be
 * is so however busy that was; one that is not says nothing where the machine had no time, and is taken again.
 * @param judge throws where the recording is not as it should be
 */
export async function judgeByTheClock(
  listen: () => Promise<SoundVisit>,
  judge: (recording: Float32Array) => void,
): Promise<void> {
  await attempt(listen, async (recording, visit) => {
    try {
      judge(recording)
      return []
    } catch (failure) {
      const excuses = [...(await visit.starved()), ...(await visit.late())]
      if (excuses.length === 0) throw failure
      return [...excuses, String(failure)]
    }
  })
}

/** @param findFaults why a recording says nothing; what it throws ends the attempts */
async function attempt(
  listen: () => Promise<SoundVisit>,
  findFaults: (recording: Float32Array, visit: SoundVisit) => Promise<readonly string[]>,
): Promise<Float32Array> {
  const reasons: string[] = []
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const visit = await listen()
    try {
      const recording = await visit.recording()
      const faults = await findFaults(recording, visit)
      if (faults.length === 0) return recording
      console.warn(`Measured again, for the machine was too busy: ${faults.join('; ')}`)
      reasons.push(...faults)
    } finally {
      await visit.close()
    }
  }
  throw new Error(`This machine is too busy to listen: ${reasons.join('; ')}`)
}
