import { afterAll, expect, it } from 'vitest'
import { FileReader } from '../importing/phases/file-reader.ts'
import { completeImport, makeImportPlace, runImport, writeCollection } from './testing/import-place.ts'
import { Random } from './testing/random.ts'

const ALBUMS = 12
const IMPORTS = 50
const MAX_KILLS = 3
/** `SEED` repeats a failed run. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const reader = new FileReader()
afterAll(() => reader.close())

it.each(['sqlite', 'postgres'] as const)(
  `each of ${IMPORTS} imports that are killed at random steps resumes, with the result of an unbroken one on %s`,
  async dialect => {
    const random = new Random(seed)
    const music = await writeCollection(ALBUMS)
    const unbroken = await makeImportPlace(dialect)
    const { steps } = await runImport(unbroken, music)
    const expected = await completeImport(unbroken, music, reader)
    let kills = 0
    for (let n = 0; n < IMPORTS; n++) {
      const place = await makeImportPlace(dialect)
      const killed: number[] = []
      for (let left = 1 + random.below(MAX_KILLS); left > 0; left--) {
        const nth = 1 + random.below(steps)
        // A resumed import has fewer steps: it may end before.
        if ((await runImport(place, music, { at: '', nth })).isKilled) killed.push(nth)
      }
      kills += killed.length
      const label = `seed ${seed}, import ${n}, killed at the steps ${killed}`
      expect(await completeImport(place, music, reader), label).toEqual(expected)
    }
    console.log(`${dialect}, seed ${seed}: ${IMPORTS} imports of ${steps} steps, ${kills} kills`)
    expect(kills).toBeGreaterThanOrEqual(IMPORTS / 2)
  },
)
