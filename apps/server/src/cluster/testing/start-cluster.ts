import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { onTestFinished } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import type { CatalogueIds } from '../../durability/testing/actions/action.ts'
import { seedCatalogue } from '../../durability/testing/seed-catalogue.ts'
import { type ServiceProcess, startServiceProcess } from '../../durability/testing/service-process.ts'
import type { MediaStorage } from '../../media/storage/media-storage.ts'
import { openMediaStorage } from '../../media/storage/open-media-storage.ts'
import { startPostgres, type TestPostgres } from '../../testing/databases/postgres.ts'
import { seed } from '../../testing/seed.ts'
import { freePort } from '../../testing/servers/free-port.ts'
import { startNginx } from '../../testing/servers/nginx.ts'
import { startRedis, type TestRedis } from '../../testing/servers/redis-server.ts'
import { inBucket, startRestartableS3, type TestS3 } from '../../testing/servers/s3-server.ts'
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
  readonly s3: TestS3
  readonly processes: readonly ServiceProcess[]
  /** For checks beside the service. */
  readonly open: OpenDatabase
  readonly ids: CatalogueIds
  /** Of pictures, uploads and streams. */
  readonly storage: MediaStorage
  kill(n: number): Promise<void>
  /** Starts a killed process again, on its port. */
  revive(n: number): Promise<void>
}

/** Starts PostgreSQL, Redis, an S3-compatible server and three processes of the service behind nginx, until the test ends. */
export async function startCluster(): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()])
  onTestFinished(async () => {
    await redis.kill()
    await postgres.stop()
  })
  const databaseUrl = `${postgres.url}/postgres`
  const open = openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(() => open.close())
  await migrate(open)
  const ids = await seedCatalogue(open, TRACKS)
  await addPlayableTrack(open, ids)
  const s3 = await startRestartableS3()
  const { settings: objectStorage } = s3
  const media = inBucket(objectStorage)
  const storage = await openMediaStorage({ ...media, dataDir: '', storageDelivery: 'proxy' })
  onTestFinished(() => storage.close())
  const shared = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, STORAGE: media.storage },
    ...{ S3_ENDPOINT: objectStorage.endpoint, S3_REGION: objectStorage.region },
    ...{ S3_ACCESS_KEY_ID: objectStorage.accessKeyId, S3_SECRET_ACCESS_KEY: objectStorage.secretAccessKey },
  }
  const settings = {
    ...shared,
    ...{ TRUSTED_PROXIES: '127.0.0.1', SENDFILE: 'x-accel-redirect', RATE_LIMIT_SCALE: '1000' },
  }
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort))
  // Each on a machine of its own: nothing but these servers is shared.
  const folders = ports.map(() => temporaryFolder())
  const start = (n: number) =>
    startServiceProcess({ ...settings, PORT: String(ports[n]), DATA_DIR: folders[n] as string })
  const processes = await Promise.all(ports.map((_, n) => start(n)))
  onTestFinished(async () => {
    await Promise.all(processes.map(each => each.end('SIGKILL')))
  })
  const { address, stop } = await startNginx(ports)
  onTestFinished(stop)
  return {
    ...{ address, postgres, redis, s3, processes, open, ids, storage },
    kill: async n => processes[n]?.end('SIGKILL'),
    async revive(n) {
      processes[n] = await start(n)
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
