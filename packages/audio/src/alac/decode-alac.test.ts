import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { alacSamples } from '../testing/alac-samples.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { decodeAlac } from './decode-alac.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-alac-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const fixture = (bits: number) => fixturePath(`sound-${bits}.alac.m4a`)

async function decode(path: string): Promise<number[]> {
  const { samples } = await decodeAlac(path)
  const all: number[] = []
  for await (const sample of samples) {
    const bytes = new ArrayBuffer(sample.allocationSize({ format: 's32', planeIndex: 0 }))
    sample.copyTo(bytes, { format: 's32', planeIndex: 0 })
    all.push(...new Int32Array(bytes))
    sample.close()
  }
  return all
}

it.each([16, 24] as const)('decodes ALAC of %d bits to the very samples it was made of', async bits => {
  const expected = Array.from(alacSamples(bits), sample => sample << (32 - bits))
  expect(await decode(fixture(bits))).toEqual(expected)
})

it('rejects a damaged packet and a file without a header, in bounded time', async () => {
  const bytes = readFileSync(fixture(16))
  const path = join(folder, 'damaged.m4a')
  let seed = 1
  for (let round = 0; round < 20; round++) {
    const damaged = Buffer.from(bytes)
    for (let i = 0; i < 200; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      damaged[48 + (seed % 20_000)] = seed & 255
    }
    writeFileSync(path, damaged)
    // Damage that can be decoded gives other sound; the rest is an error.
    const decoded = await decode(path).catch((error: Error) => error)
    expect(decoded instanceof Error || decoded.length <= 20_000).toBe(true)
  }
  writeFileSync(path, bytes.subarray(0, 1_000))
  await expect(decodeAlac(path)).rejects.toThrow()
})
