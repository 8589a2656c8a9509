import { expect, it } from 'vitest'
import { cutPower, recordChanges } from './testing/power-cut/cut-power.ts'

const CHANGES = 500
/** `SEED` repeats a failed run. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

it.skipIf(process.platform !== 'linux')(
  `a power cut after any of ${CHANGES} changes loses nothing that was acknowledged`,
  async () => {
    const recording = await recordChanges(seed, CHANGES)
    const cuts = await cutPower(recording, () => true, { seed, variants: 2 })
    console.log(`seed ${seed}: ${cuts} power cuts`)
    expect(cuts).toBeGreaterThanOrEqual(CHANGES)
  },
)
