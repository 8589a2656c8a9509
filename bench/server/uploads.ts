import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createUser } from '@refrain/contract/account/sign-in'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { progressiveJpeg } from '@refrain/server/testing/progressive-jpeg'
import sharp from 'sharp'
import { seedCatalogue } from '../data/seed-catalogue.ts'
import { median, startServer } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'

const ROUNDS = 15
const HOSTILE_AT_ONCE = 4
/** About a hundred times the allowed rate of one listener. */
const PAUSE_MS = 200
/** Limit for refusing a picture made to be slow to decode. */
const GOAL_MS = 1_000

/** Measures responses to pictures made to be slow to decode, and another listener's uploads meanwhile. */
export async function benchUploads(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  await seedCatalogue(dataDir, 1)
  const server = await startServer('http-server', ['refrain', dataDir])
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const hostile = progressiveJpeg(6300, 882)
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = await sharp({ create: { width: 2000, height: 1500, channels: 3, noise } as never })
      .jpeg()
      .toBuffer()
    const [mallory, ada] = [await signUpAs(origin, 'mallory'), await signUpAs(origin, 'ada')]
    const measure = async (name: string, token: string, bytes: Uint8Array, status: number) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await upload(origin, token, bytes, status))
      const detail = `at most ${Math.round(Math.max(...times))} ms`
      recordFigure({ name, value: median(times), unit: 'ms', rounds: times, detail })
    }
    await upload(origin, ada, photo, 200)
    await measure("another listener's photo, alone", ada, photo, 200)
    await measure(`882 scans in ${Math.round(hostile.length / 1000)} KB`, mallory, hostile, 400)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid))
    }, 50)
    let isOver = false
    const attack = Array.from({ length: HOSTILE_AT_ONCE }, async () => {
      const taken: number[] = []
      while (!isOver) {
        taken.push(await upload(origin, mallory, hostile, 400))
        await wait(PAUSE_MS)
      }
      return Math.max(...taken)
    })
    await measure("another listener's photo, meanwhile", ada, photo, 200)
    isOver = true
    const slowest = Math.max(...(await Promise.all(attack)))
    clearInterval(watch)
    const crowd = `882 scans, ${HOSTILE_AT_ONCE} at once: slowest`
    recordFigure({ name: crowd, value: slowest, unit: 'ms', limit: GOAL_MS })
    recordFigure({ name: 'service and decoders, memory', value: most / 1e6, unit: 'MB' })
  } finally {
    server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function signUpAs(origin: string, name: string): Promise<string> {
  const answer = await fetch(origin + createUser.path, {
    method: createUser.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: `${name}@example.org`, password: 'a long one for the bench' }),
  })
  const { authtoken } = (await answer.json()) as { authtoken: string }
  return authtoken
}

/** @returns milliseconds until the response, which must have this status */
async function upload(origin: string, token: string, bytes: Uint8Array, status: number): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(bytes)]), 'picture.jpg')
  const start = performance.now()
  const answer = await fetch(origin + uploadUserPicture.path, {
    method: uploadUserPicture.method,
    headers: { 'auth-token': token },
    body,
  })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`An upload was answered with ${answer.status}.`)
  return performance.now() - start
}

/** Memory of a process and its children in bytes, shared memory counted once; 0 without /proc. */
function memoryOf(pid: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  if (!existsSync('/proc')) return 0
  const family = readdirSync('/proc').filter(id =>
    new RegExp(`^P?Pid:\\t${pid}$`, 'm').test(read(`/proc/${id}/status`)),
  )
  const kilobytes = family.map(id =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, each) => sum + each * 1024, 0)
}
