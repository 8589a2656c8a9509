import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createUser } from '@refrain/contract/account/sign-in'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { folderStorage } from '../media/storage/folder-storage.ts'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { callService } from './testing/call-service.ts'
import { checkConsistency } from './testing/count-checks.ts'
import { forbidWrites } from './testing/limit-file-size.ts'
import { seedCatalogue } from './testing/seed-catalogue.ts'
import { startServiceProcess } from './testing/service-process.ts'

const LISTENER = { name: 'Ada', email: 'ada@example.org', password: 'known to the test' }

async function start(dialect: 'sqlite' | 'postgres') {
  const dataDir = temporaryFolder()
  const made = dialect === 'postgres' ? await makePostgres() : undefined
  if (made) onTestFinished(made.end)
  const open = made?.open ?? openDatabase({ databaseUrl: '', dataDir })
  if (!made) onTestFinished(() => open.close())
  await migrate(open)
  const ids = await seedCatalogue(open, 20)
  const service = await startServiceProcess({ DATA_DIR: dataDir, DATABASE_URL: made?.url ?? '' })
  onTestFinished(() => service.end('SIGKILL'))
  const { address } = service
  const { token } = await callService(address, createUser, LISTENER)
  const create = { width: 300, height: 300, channels: 3, background: '#246' } as const
  const picture = new Blob([await sharp({ create }).png().toBuffer()])
  const like = (n: number) => callService(address, appendLikedSongs, { trackId: ids.tracks[n]! }, { token })
  const liked = () => callService(address, fetchLikedSongs, {}, { token })
  const upload = () => {
    const form = new FormData()
    form.set('file', picture, 'me.png')
    return callService(address, uploadUserPicture, {}, { token, form })
  }
  return { dataDir, open, ids, service, like, liked, upload }
}

const uploadsIn = (dataDir: string) => {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  return files.filter(name => name.startsWith(join('uploads', 'pictures')) && name.includes('.'))
}

const UNWRITABLE = { status: 503, retryAfter: '30' }

it.skipIf(process.platform !== 'linux')(
  'while no file can be written, writes are refused, reads go on, nothing is half done, and it recovers by itself',
  async () => {
    const { dataDir, open, ids, service, like, liked, upload } = await start('sqlite')
    await like(0)
    const allowWrites = forbidWrites(service.pid)
    await expect(like(1)).rejects.toMatchObject(UNWRITABLE)
    await expect(upload()).rejects.toMatchObject(UNWRITABLE)
    expect(await liked()).toEqual([ids.tracks[0]])
    expect(uploadsIn(dataDir)).toEqual([])
    allowWrites()
    await like(1)
    await upload()
    expect(await liked()).toEqual(ids.tracks.slice(0, 2))
    expect(uploadsIn(dataDir).length).toBeGreaterThan(1)
    await checkConsistency(open, folderStorage(dataDir))
    expect(service.output()).toContain('The disk refuses to be written')
  },
  120_000,
)

it.skipIf(process.platform !== 'linux')(
  'while DATA_DIR cannot be written, uploads are refused and everything in PostgreSQL works',
  async () => {
    const { dataDir, open, service, like, upload } = await start('postgres')
    const allowWrites = forbidWrites(service.pid)
    await expect(upload()).rejects.toMatchObject(UNWRITABLE)
    await like(0)
    expect(uploadsIn(dataDir)).toEqual([])
    allowWrites()
    await upload()
    await checkConsistency(open, folderStorage(dataDir))
  },
  120_000,
)
