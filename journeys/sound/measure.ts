import { silencesAmid } from './compare.ts'
import type { SoundVisit } from './sound-visit.ts'

const MAX_ATTEMPTS = 8

/**
 * Records a visit. Discards the recording, with the reason, and retries when the machine was too busy to
 * deliver audio.
 * @param joins positions of the joins in the audio; without them silences within tracks are not checked
 * @throws Error if every attempt fails
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
 * Records audio that depends on page timers, which fire late on a busy machine. Retries a failed recording
 * only when the machine was too busy.
 * @param judge throws if the recording is wrong
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

/** @param findFaults returns why a recording is unusable; an exception ends the attempts */
async function attempt(
  listen: () => Promise<SoundVisit>,
  findFaults: (recording: Float32Array, visit: SoundVisit) => Promise<readonly string[]>,
): Promise<Float32Array> {
  const reasons: string[] = []
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
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
