import { setTimeout as wait } from 'node:timers/promises'
import { fetchAllAlbums, fetchAllArtists, fetchAllTracks } from '@refrain/contract/compat/catalogue'
import { requestFor } from '@refrain/contract/request'
import { Connection } from './connection.ts'
import type { RawReader } from './raw-reader.ts'
import type { ScaleServer } from './start-scale-server.ts'

const READERS = 60
const LISTS = [fetchAllTracks, fetchAllAlbums, fetchAllArtists]
const ENCODINGS = ['gzip', 'br', 'identity']
/** Some read as slowly as a phone. */
const SLOW_SHARE = 4
const PAUSE_MS = 2
const ROUNDS = 4
const LOOK_EVERY_MS = 100

/**
 * Whole lists, asked for by many at a time, slow readers among them, while plays change the lists.
 * @returns megabytes more than before, and the longest stall of the event loop
 */
export async function measureWholeLists(
  server: ScaleServer,
  raw: RawReader,
): Promise<{ moreMb: number; stallMs: number }> {
  const before = await server.readState()
  let most = before.memoryMb
  let stallMs = 0
  const watching = new AbortController()
  const watched = watch()
  for (let round = 0; round < ROUNDS; round++) {
    await raw.run('update catalogue_version set version = version + 1')
    await wait(300)
    await Promise.all(Array.from({ length: READERS }, (_, n) => readList(server.port, n)))
  }
  watching.abort()
  await watched
  return { moreMb: most - before.memoryMb, stallMs }

  async function watch(): Promise<void> {
    while (!watching.signal.aborted) {
      await wait(LOOK_EVERY_MS)
      const state = await server.readState()
      most = Math.max(most, state.memoryMb)
      stallMs = Math.max(stallMs, state.stallMs)
    }
  }
}

async function readList(port: number, n: number): Promise<void> {
  const connection = new Connection(port)
  const list = LISTS[n % LISTS.length] as (typeof LISTS)[number]
  const encoding = ENCODINGS[Math.floor(n / LISTS.length) % ENCODINGS.length] ?? ''
  const answer = await connection.open(requestFor(list, {}), { 'accept-encoding': encoding })
  if (answer.statusCode !== 200) throw new Error(`${list.path} answered ${answer.statusCode}.`)
  for await (const _ of answer) if (n % SLOW_SHARE === 0) await wait(PAUSE_MS)
  connection.close()
}
