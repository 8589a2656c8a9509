import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { inventMusic, RATE, SECONDS } from '../data/invent-music.ts'
import { recordFigure } from '../report/record-figure.ts'
import type { AnalysisCost } from './analysis-run.ts'
import { NO_TAGS } from './make-collection.ts'

const RUN = fileURLToPath(new URL('./analysis-run.ts', import.meta.url))

/** Formats converted from the FLAC if ffmpeg is installed. */
const OTHERS: readonly (readonly [codec: string, name: string, options: readonly string[]])[] = [
  ['pcm', 'sound.wav', []],
  ['alac', 'alac.m4a', ['-c:a', 'alac']],
  ['vorbis', 'sound.ogg', ['-c:a', 'libvorbis', '-q:a', '6']],
  ['opus', 'sound.opus', ['-c:a', 'libopus', '-b:a', '128k']],
]

/** Measures the loudness analysis of a four-minute track, in one process per format. */
export async function benchAnalysis(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  try {
    const left = inventMusic(1)
    const right = inventMusic(1.5)
    const flac = join(folder, 'sound.flac')
    const mp3 = join(folder, 'sound.mp3')
    writeFileSync(flac, await encodeFlac(left, right, NO_TAGS))
    writeFileSync(mp3, await encodeMp3(left, right))
    recordCost('flac', flac)
    recordCost('mp3', mp3)
    const ffmpeg = findFfmpeg()
    if (!ffmpeg) console.log('ffmpeg is not installed: only these')
    for (const [codec, name, options] of ffmpeg ? OTHERS : []) {
      const path = join(folder, name)
      execFileSync(ffmpeg as string, ['-v', 'error', '-i', flac, ...options, path])
      recordCost(codec, path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function recordCost(codec: string, path: string): void {
  const rate = codec === 'opus' ? 48_000 : RATE
  const args = [RUN, codec, path, String(rate), String(rate * SECONDS)]
  const { cpuSeconds, megabytes } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  ) as AnalysisCost
  const perMinute = Math.round(60 / cpuSeconds)
  const detail = `${perMinute} tracks a minute of it, at most ${megabytes} MB`
  recordFigure({ name: codec, value: cpuSeconds, unit: 's of processor', digits: 1, detail })
}
