import { expect, it } from 'vitest'
import { cutPower, recordChanges } from './testing/power-cut/cut-power.ts'

it.skipIf(process.platform !== 'linux')(
  'a power cut loses nothing that was acknowledged, pictures included',
  async () => {
    const recording = await recordChanges(1, 40)
    const pictureAt = (n: number) => recording.points[n]?.state.picture ?? ''
    expect(pictureAt(39)).not.toBe('')
    const cuts = await cutPower(recording, (_, n) => n % 10 === 0 || pictureAt(n) !== pictureAt(n - 1), {
      ...{ seed: 1, variants: 1 },
    })
    expect(cuts).toBeGreaterThanOrEqual(10)
  },
  120_000,
)
