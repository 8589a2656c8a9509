import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { onTestFinished } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import type { CatalogueIds } from '../../durability/testing/actions/action.ts'
import { seedCatalogue } from '../../durability/testing/seed-catalogue.ts'
import { type ServiceProcess, startServiceProcess } from '../../durability/testing/service-process.ts'
import { startPostgres, type TestPostgres } from '../../testing/databases/postgres.ts'
import { seed } from '../../testing/seed.ts'
import { freePort } from '../../testing/servers/free-port.ts'
import { startNginx } from '../../testing/servers/nginx.ts'
import { startRedis, type TestRedis } from '../../testing/servers/redis-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const PROCESSES = 3
const TRACKS = 100
/** Seconds of the track with a file. */
const LENGTH = 20
export const PLAYABLE = 'playable'

export interface Cluster {
  /** Of nginx. */
  readonly address: string
  readonly postgres: TestPostgres
  readonly redis: TestRedis
  readonly processes: readonly ServiceProcess[]
  /** For checks beside the service. */
  readonly open: OpenDatabase
  readonly ids: CatalogueIds
  readonly dataDir: string
  kill(n: number): Promise<void>
  /** Starts a killed process again, on its port. */
  revive(n: number): Promise<void>
}

/** Starts PostgreSQL, Redis and three processes of the service behind nginx, until the test ends. */
export async function startCluster(): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()])
  onTestFinished(async () => {
    await redis.kill()
    await postgres.stop()
  })
  const dataDir = temporaryFolder()
  const databaseUrl = `${postgres.url}/postgres`
  const open = openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(() => open.close())
  await migrate(open)
  const ids = await seedCatalogue(open, TRACKS)
  await addPlayableTrack(open, ids)
  // What the processes share. With object storage, its address joins them, and each process has a DATA_DIR of its own.
  const shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, DATA_DIR: dataDir }
  const settings = {
    ...shared,
    ...{ TRUSTED_PROXIES: '127.0.0.1', SENDFILE: 'x-accel-redirect', RATE_LIMIT_SCALE: '1000' },
  }
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort))
  const start = (port: number) => startServiceProcess({ ...settings, PORT: String(port) })
  const processes = await Promise.all(ports.map(start))
  onTestFinished(async () => {
    await Promise.all(processes.map(each => each.end('SIGKILL')))
  })
  const { address, stop } = await startNginx(ports)
  onTestFinished(stop)
  return {
    ...{ address, postgres, redis, processes, open, ids, dataDir },
    kill: async n => processes[n]?.end('SIGKILL'),
    async revive(n) {
      processes[n] = await start(ports[n] as number)
    },
  }
}

async function addPlayableTrack({ db }: OpenDatabase, { albums, artists }: CatalogueIds): Promise<void> {
  const [music, sound] = [temporaryFolder(), tone(44_100 * LENGTH)]
  const path = join(music, 'sound.flac')
  writeFileSync(path, await flacBytes(sound))
  const put = seed(db)
  const given = { id: PLAYABLE, codec: 'flac', true_samples: sound.length, priming_samples: 0 } as const
  await put.track('Playable', albums[0] as string, [artists[0] as string], given)
  await put.file(path, music, PLAYABLE)
}
