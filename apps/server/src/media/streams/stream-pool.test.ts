import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenditionJob } from '@refrain/audio/rendition/rendition'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type PoolLimits, StreamPool } from './stream-pool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-pool-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

function openPool(limits?: Partial<PoolLimits>): StreamPool {
  const pool = new StreamPool(limits)
  onTestFinished(() => pool.close())
  return pool
}

async function soundJob(seconds = 1): Promise<RenditionJob> {
  const source = join(folder, 'sound.flac')
  writeFileSync(source, await flacBytes(tone(44_100 * seconds)))
  return { source, codec: 'flac', trueSamples: 1, output: join(folder, 'sound.mp4'), inContainer: false }
}

it('reports fragments as they are written, and reuses the worker', async () => {
  const pool = openPool()
  const job = await soundJob()
  for (let i = 0; i < 3; i++) {
    let fragments = 0
    await pool.render(job, 'ada', update => {
      fragments += update.rendition.fragments.length
    })
    expect(fragments).toBeGreaterThan(0)
  }
})

it('starts a rendition before others have finished', async () => {
  const pool = openPool()
  const job = await soundJob(120)
  const told: string[] = []
  const render = async (name: string) => {
    const output = join(folder, name)
    await pool.render({ ...job, output }, 'ada', () => told.includes(name) || told.push(name))
    told.push('an end')
  }
  const first = [render('a'), render('b')]
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000)
  await Promise.all([...first, render('c')])
  expect(told.indexOf('c')).toBe(2)
})

it('stops a silent worker, and creates the next rendition', async () => {
  const pool = openPool({ silenceMs: 1 })
  await expect(pool.render(await soundJob(120), 'ada', () => {})).rejects.toThrow('stopped answering')
  const patient = openPool()
  await expect(patient.render(await soundJob(), 'ada', () => {})).resolves.toBeUndefined()
})

it('rejects jobs beyond the queue with Retry-After', async () => {
  const pool = openPool()
  const job = await soundJob()
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => pool.render(job, `${i}`, () => {})),
  )
  const refused = results.filter(result => result.status === 'rejected')
  expect(refused).toHaveLength(50 - 3 - 32)
  expect(refused[0]?.reason).toMatchObject({ statusCode: 503, retryAfter: 2 })
})

it('leaves places for others, whoever asks for how many (429)', async () => {
  const pool = openPool()
  const job = await soundJob()
  const own = Promise.allSettled(Array.from({ length: 50 }, () => pool.render(job, 'ada', () => {})))
  await expect(pool.render(job, 'grace', () => {})).resolves.toBeUndefined()
  const refused = (await own).filter(result => result.status === 'rejected')
  expect(refused).toHaveLength(50 - 16)
  expect(refused[0]?.reason).toMatchObject({ statusCode: 429, retryAfter: 2 })
  await expect(pool.render(job, 'ada', () => {})).resolves.toBeUndefined()
})

it('rejects waiting jobs when the service stops', async () => {
  const pool = openPool()
  const job = await soundJob()
  const all = Promise.allSettled(Array.from({ length: 5 }, () => pool.render(job, 'ada', () => {})))
  await pool.close()
  for (const result of await all) expect(result.status).toBe('rejected')
})
