import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@refrain/server/database/open'
import { seedCatalogue } from '../data/seed-catalogue.ts'
import { GENERATOR_NAME, type LoadRequest, runLoad } from '../load/load.ts'
import { type BenchServer, median, startServer } from '../load/start-server.ts'
import { hasNginx, startNginx } from './nginx.ts'

const FILES = 12
const FILE_BYTES = 5 * 1024 * 1024
const RANGE_BYTES = 64 * 1024
const ROUNDS = 5
const SECONDS = 2
const MEGABYTE = 1e6

/** Serves audio files, whole and by range, compared with nginx if it is installed. */
export async function benchAudio(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const root = join(folder, 'music')
  const names = await makeAlbum(folder, root)
  const server = await startServer('audio-server', [folder])
  const nginx = hasNginx ? await startNginx(root, join(folder, 'nginx')) : undefined
  if (!nginx) console.log('nginx is not installed: figures without a ratio')
  try {
    console.log(`${GENERATOR_NAME}, ${FILES} files of 5 MB, median of ${ROUNDS} rounds of ${SECONDS} s`)
    const whole: LoadRequest[] = names.map(path => ({ method: 'GET', path }))
    await compare('whole files, 8 connections', 'bytesPerSecond', 0.65, server, nginx?.port, whole, 8)
    const ranges = Array.from({ length: 500 }, (_, i) => askRange(names[i % FILES] as string, i))
    await compare('64 KB ranges, 32 connections', 'perSecond', 0.45, server, nginx?.port, ranges, 32)
  } finally {
    server.stop()
    nginx?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A range somewhere in the file, like a seeking player. */
function askRange(path: string, i: number): LoadRequest {
  const start = (i * 7_919_333) % (FILE_BYTES - RANGE_BYTES)
  return { method: 'GET', path, headers: { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` } }
}

/** Has the same URLs on both servers: `/audio/{albumId}/{url}`. */
async function makeAlbum(dataDir: string, root: string): Promise<string[]> {
  const [albumId] = await seedCatalogue(dataDir, 1)
  const album = join(root, 'audio', albumId as string)
  mkdirSync(album, { recursive: true })
  const open = openDatabase({ databaseUrl: '', dataDir })
  const tracks = await open.db.selectFrom('tracks').select(['id', 'url']).execute()
  for (const { id, url } of tracks) {
    const path = join(album, url)
    writeFileSync(path, randomBytes(FILE_BYTES))
    await open.db
      .insertInto('files')
      .values({
        path,
        root,
        size: FILE_BYTES,
        mtime_ms: 1,
        beside: '',
        track_id: id,
        audio_id: id,
        problem: '',
        missing: 0,
      })
      .execute()
  }
  await open.close()
  return tracks.map(({ url }) => `/audio/${albumId}/${url}`)
}

async function compare(
  name: string,
  figure: 'perSecond' | 'bytesPerSecond',
  goal: number,
  server: BenchServer,
  nginxPort: number | undefined,
  requests: readonly LoadRequest[],
  connections: number,
): Promise<void> {
  const load = { requests, connections, seconds: SECONDS }
  const rounds: { ours: number; nginx: number; cpu: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const nginx = nginxPort === undefined ? 0 : (await runLoad({ ...load, port: nginxPort }))[figure]
    const ours = await server.measure(load)
    if (round > 0) rounds.push({ ours: ours[figure], nginx, cpu: ours.cpuMicros })
  }
  const show = (value: number) =>
    figure === 'perSecond' ? `${Math.round(value)} req/s` : `${Math.round(value / MEGABYTE)} MB/s`
  const cpu = median(rounds.map(round => round.cpu))
  console.log(
    `${name}\n  refrain  ${show(median(rounds.map(round => round.ours)))}, ${cpu.toFixed(0)} µs of processor each`,
  )
  if (nginxPort === undefined) return
  const ratio = median(rounds.map(round => round.ours / round.nginx))
  console.log(`  nginx    ${show(median(rounds.map(round => round.nginx)))}`)
  console.log(`  ratio ${ratio.toFixed(2)} (at least ${goal})${ratio < goal ? '  MISSED' : ''}`)
}
