import { setTimeout as wait } from 'node:timers/promises'
import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { type CallRequest, requestFor } from '@refrain/contract/request'
import { albumId, artistId, type CataloguePlan } from '../data/catalogue-plan.ts'
import { pick } from '../data/mix.ts'
import type { CallsJob, CallsResult } from '../load/calls-job.ts'
import { now } from '../load/now.ts'
import { startGenerator } from '../load/start-generator.ts'
import { type Measured, singleFigure } from '../report/measured.ts'
import { quantile } from '../report/quantile.ts'
import { readCalls, writeCalls } from '../streaming/mixed-calls.ts'
import { Connection } from './connection.ts'

const CALLS = new URL('../load/calls-process.ts', import.meta.url)
/** An ordinary load: a dozen people who browse. */
const READS_PER_SECOND = 20
const WRITES_PER_SECOND = 2
const START_IN_MS = 3_000
const ROUNDS = 5
const ROUND_MS = 8_000
/** Between two calls of the connection that is measured. */
const PAUSE_MS = 4
/** How many times the median the slowest of a hundred calls may take. */
const MOST = 10

/** How much longer the slowest calls of one connection take than usual while others browse: what blocks the event loop. */
export async function measureTails(port: number, plan: CataloguePlan): Promise<Measured[]> {
  const calls: Record<string, (n: number) => CallRequest> = {
    'artist call': n => requestFor(fetchArtist, { artistId: artistId(pick(plan.artists, n, 61)) }),
    'album call': n => requestFor(fetchAlbum, { id: albumId(pick(plan.albums, n, 62)) }),
  }
  const seconds = (ROUNDS * ROUND_MS * Object.keys(calls).length) / 1000
  const startAt = now() + START_IN_MS
  const load = startGenerator<CallsJob, CallsResult>(CALLS, {
    ...{ port, startAt },
    loops: {
      reads: { perSecond: READS_PER_SECOND, requests: readCalls(plan, READS_PER_SECOND * seconds) },
      writes: { perSecond: WRITES_PER_SECOND, requests: writeCalls(plan, WRITES_PER_SECOND * seconds) },
    },
  })
  await wait(START_IN_MS)
  const connection = new Connection(port)
  const figures: Measured[] = []
  for (const [name, callOf] of Object.entries(calls)) {
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(connection, callOf, round))
    figures.push(tailFigure(`${name} while others browse, p99 as times p50`, rounds))
  }
  connection.close()
  await load.finish()
  return figures
}

/** @returns milliseconds of each call */
async function measureRound(
  connection: Connection,
  callOf: (n: number) => CallRequest,
  round: number,
): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + ROUND_MS
  for (let n = round * ROUND_MS; performance.now() < until; n++) {
    const { status, milliseconds } = await connection.ask(callOf(n))
    if (status !== 200) throw new Error(`${callOf(n).url} answered ${status}.`)
    times.push(milliseconds)
    await wait(PAUSE_MS)
  }
  return times
}

function tailFigure(name: string, rounds: readonly (readonly number[])[]): Measured {
  const ratios = rounds.map(times => quantile(times, 0.99) / quantile(times, 0.5))
  const reason =
    'a search or a large list that somebody else asks for takes the event loop for some milliseconds'
  return singleFigure(name, quantile(ratios, 0.5), MOST, { rounds: ratios, reason })
}
