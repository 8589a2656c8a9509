import { readFileSync } from 'node:fs'
import { fixturePath } from '@refrain/audio/testing/fixtures'
import { expect, it } from 'vitest'
import { averageBitRate, isWithinBitRate } from './bit-rate.ts'

it('averages a file over its length', () => {
  expect(averageBitRate({ codec: 'flac', size: 4_000_000, seconds: 32 })).toBe(1_000)
  expect(averageBitRate({ codec: 'aac', size: 0, seconds: 0 })).toBe(0)
})

it('counts no more than MP3 allows, whatever covers it holds (SUB-81)', () => {
  const audio = readFileSync(fixturePath('tone.mp3')).length
  expect(averageBitRate({ codec: 'mp3', size: audio + 500_000, seconds: 10 })).toBe(320)
})

it('lets lossy files exceed a limit by what tags take, and no others (SUB-81)', () => {
  expect(isWithinBitRate({ codec: 'aac', bitRate: 273 }, 256)).toBe(true)
  expect(isWithinBitRate({ codec: 'aac', bitRate: 320 }, 256)).toBe(false)
  expect(isWithinBitRate({ codec: 'flac', bitRate: 273 }, 256)).toBe(false)
})
