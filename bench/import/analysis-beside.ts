import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import { Analyser } from '@refrain/server/media/analysis/analyser'
import { loadFile } from '@refrain/server/media/analysis/service-load'
import { inventMusic, SECONDS as LENGTH, RATE } from '../data/invent-music.ts'
import { seedCatalogue } from '../data/seed-catalogue.ts'
import type { LoadRequest } from '../load/load.ts'
import { type BenchServer, median, startServer } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'
import { NO_TAGS } from './make-collection.ts'

const ROUNDS = 12
const SECONDS = 4
const CONNECTIONS = 32
const ALBUMS = 200
const GOAL = 0.9

/** Measures a busy service's throughput of album pages alternately with and without analysis. */
export async function benchAnalysisBeside(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const ids = await seedCatalogue(dataDir, ALBUMS)
  const path = join(dataDir, 'sound.flac')
  writeFileSync(path, await encodeFlac(inventMusic(1), inventMusic(1.5), NO_TAGS))
  const server = await startServer('http-server', ['refrain', dataDir])
  try {
    const requests = ids.map(id => ({ method: 'GET', path: `/api/albums/${id}` }))
    // Warms up the service.
    await measure(server, requests)
    let before = await measure(server, requests)
    const shares: number[] = []
    const drifts: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const stop = analyseRepeatedly(path, dataDir)
      // The analysis is decoding by now.
      await wait(1_500)
      const beside = await measure(server, requests)
      await stop()
      const after = await measure(server, requests)
      // The mean of both neighbours cancels a machine that gets steadily faster or slower.
      shares.push(beside / ((before + after) / 2))
      drifts.push(after / before)
      before = after
    }
    recordFigure({
      name: 'throughput beside the analysis',
      value: median(shares),
      unit: 'of that without',
      limit: GOAL,
      isFloor: true,
      rounds: shares,
      digits: 2,
      detail: `without analysis, against the round before: ${percent(drifts)} %`,
    })
  } finally {
    server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

function percent(ratios: readonly number[]): string {
  return ratios.map(ratio => (ratio * 100).toFixed(0)).join(', ')
}

async function measure(server: BenchServer, requests: readonly LoadRequest[]): Promise<number> {
  return (await server.measure({ requests, connections: CONNECTIONS, seconds: SECONDS })).perSecond
}

/**
 * Analyses one file repeatedly.
 * @returns stops the analysis
 */
function analyseRepeatedly(path: string, dataDir: string): () => Promise<void> {
  const analyst = new Analyser({ yieldTo: loadFile(dataDir) })
  const file = { path, codec: 'flac' as const, sampleRate: RATE, channels: 2, trueSamples: RATE * LENGTH }
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      await analyst.analyse({ ...file, primingSamples: 0 }).catch(error => {
        if (!isStopped) throw error
      })
    }
  })()
  return async () => {
    isStopped = true
    analyst.stop()
    await running
  }
}
