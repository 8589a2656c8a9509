import { setTimeout as wait } from 'node:timers/promises'
import type { Dialect } from '@refrain/server/database/open'
import type { Measured } from '../report/measured.ts'
import { quantile } from '../report/quantile.ts'
import { Connection } from './connection.ts'
import type { Figure } from './figure.ts'
import type { RawReader } from './raw-reader.ts'

const ROUNDS = 5
const SAMPLES = 200
/** Longer than the service believes that the catalogue is as it was. */
const VERSION_AGE_MS = 300

/**
 * Measures a figure in several rounds, each with records of its own, against the limit in the same round. What the service
 * has cached is outdated at the start of each round, as by an import.
 */
export async function measureFigure(
  figure: Figure,
  dialect: Dialect,
  port: number,
  raw: RawReader,
): Promise<Measured> {
  const { percentile, samples = SAMPLES } = figure
  const connection = new Connection(port)
  const rounds: { ours: number[]; limit: number[] }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await raw.run('update catalogue_version set version = version + 1')
    await wait(VERSION_AGE_MS)
    const ours: number[] = []
    const limit: number[] = []
    for (let sample = 0; sample < samples; sample++) {
      const n = round * samples + sample
      ours.push(await askAll(connection, figure, n))
      const before = performance.now()
      await figure.limit(raw, n)
      limit.push(performance.now() - before)
    }
    // The first round warms up both sides.
    if (round > 0) rounds.push({ ours, limit })
  }
  connection.close()
  const of = (side: 'ours' | 'limit', share: number) =>
    median(rounds.map(each => quantile(each[side], share)))
  const tail = of('ours', percentile)
  const budget = figure.budget[dialect]
  return {
    name: figure.name,
    percentile,
    p50: of('ours', 0.5),
    tail,
    limitP50: of('limit', 0.5),
    limitTail: of('limit', percentile),
    ratio: of('ours', 0.5) / of('limit', 0.5),
    budget,
    isMet: tail <= budget,
    reason: figure.reason?.[dialect],
    rounds: rounds.map(each => quantile(each.ours, percentile)),
  }
}

/** Milliseconds for all requests of a sample together. */
async function askAll(connection: Connection, figure: Figure, n: number): Promise<number> {
  let milliseconds = 0
  for (const { token, ...call } of figure.ask(n)) {
    const answer = await connection.ask(call, token === undefined ? {} : { 'auth-token': token })
    if (answer.status !== 200) throw new Error(`${call.url} answered ${answer.status}: ${answer.body}`)
    milliseconds += answer.milliseconds
  }
  return milliseconds
}

const median = (values: readonly number[]) => quantile(values, 0.5)
