// Runs one parser on mutated files and reports what it must not do. The parent watches the time.

import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableError } from '@refrain/audio/audio-info'
import { memoryBytes } from '@refrain/audio/bytes/file-bytes'
import { cutFile } from '@refrain/audio/cue/cut-file'
import { decodeCue } from '@refrain/audio/cue/decode-cue'
import { parseCue } from '@refrain/audio/cue/parse-cue'
import { readAudioInfo } from '@refrain/audio/formats'
import { findPictures } from '@refrain/audio/tags/find-pictures'
import { parseLyricsFile } from '@refrain/audio/tags/read-lyrics'
import { readTags } from '@refrain/audio/tags/read-tags'
import fc from 'fast-check'
import { parseLyrics } from '../../../media/lyrics/parse-lyrics.ts'
import { measureEdge } from '../../../media/pictures/decode-picture.ts'
import { formatOf, refuseCostly } from '../../../media/pictures/inspect-picture.ts'
import { PictureError } from '../../../media/pictures/picture-error.ts'
import { audioCorpus, lyricsCorpus, pictureCorpus, sheetCorpus } from './corpora.ts'
import { mutationsOf } from './mutations.ts'
import { readPackets } from './read-packets.ts'

const PARSERS = {
  containers: { corpus: audioCorpus, parse: async (bytes: Uint8Array) => readAudioInfo(memoryBytes(bytes)) },
  packets: { corpus: audioCorpus, parse: async (bytes: Uint8Array) => readPackets(memoryBytes(bytes)) },
  tags: {
    corpus: audioCorpus,
    async parse(bytes: Uint8Array) {
      await readTags(memoryBytes(bytes))
      const pictures = findPictures(memoryBytes(bytes))
      if (pictures) await readTags(pictures.withoutPictures, { skipsPictures: true })
    },
  },
  sheets: {
    corpus: sheetCorpus,
    async parse(bytes: Uint8Array) {
      for (const file of parseCue(decodeCue(bytes).text).files)
        cutFile(file, { sampleRate: 44_100, trueSamples: 10_000_000 })
    },
  },
  lyrics: {
    corpus: lyricsCorpus,
    async parse(bytes: Uint8Array) {
      const { body = '', synced = false } = parseLyricsFile(bytes) ?? {}
      return parseLyrics(body, synced)
    },
  },
  pictures: {
    corpus: pictureCorpus,
    async parse(bytes: Uint8Array) {
      if (!formatOf(bytes)) return
      refuseCostly(bytes)
      await measureEdge(bytes)
    },
  },
} as const

export type ParserName = keyof typeof PARSERS

export interface ParserJob {
  readonly parser: ParserName
  readonly seed: number
  readonly count: number
  /** Parses this file alone. */
  readonly only: number | undefined
  /** The number of the file that is being parsed. */
  readonly current: Int32Array
}

/** How a file was parsed. */
export interface ParserReport {
  readonly number: number
  /** An error that is not one of the parser's own. */
  readonly error: string | undefined
  /** Processor time of this thread. */
  readonly milliseconds: number
  /** Growth of buffers, those not collected yet included. */
  readonly megabytes: number
}

const { parser, seed, count, only, current } = workerData as ParserJob
const { corpus, parse } = PARSERS[parser]

/** The slowest, the largest and each that failed are enough. */
const reports: ParserReport[] = []
let slowest = -1
let largest = -1

const files = fc.sample(mutationsOf(await corpus()), { seed, numRuns: count })
for (const [number, bytes] of files.entries()) {
  if (only !== undefined && number !== only) continue
  Atomics.store(current, 0, number)
  const memory = process.memoryUsage().arrayBuffers
  const start = process.threadCpuUsage().user
  const error = await parse(bytes).then(() => undefined, describeUnexpected)
  const milliseconds = (process.threadCpuUsage().user - start) / 1_000
  const megabytes = (process.memoryUsage().arrayBuffers - memory) / 2 ** 20
  if (error || milliseconds > slowest || megabytes > largest)
    reports.push({ number, error, milliseconds, megabytes })
  slowest = Math.max(slowest, milliseconds)
  largest = Math.max(largest, megabytes)
}
parentPort?.postMessage(reports)

function describeUnexpected(error: unknown): string | undefined {
  if (error instanceof UnreadableError || error instanceof PictureError) return undefined
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
