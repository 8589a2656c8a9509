import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { fillLibrary } from '../backup/testing/fill-library.ts'
import { openPlace } from '../backup/testing/places.ts'
import { folderStorage } from '../media/storage/folder-storage.ts'
import { BUCKET, startS3Server } from '../testing/servers/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const SOON = { timeout: 60_000 }
// Each test starts several processes.
vi.setConfig({ testTimeout: 180_000 })

/** Starts a program with nothing of this environment but the path. */
function start(name: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [programPath(name), ...args], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function run(name: string, args: readonly string[], env: Record<string, string>): string {
  const options = {
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', ...env },
    cwd: temporaryFolder(),
    encoding: 'utf8',
  } as const
  const { stdout, stderr } = spawnSync(process.execPath, [programPath(name), ...args], options)
  return stdout + stderr
}

async function startLibrary() {
  const dataDir = join(temporaryFolder(), 'data')
  const open = await openPlace({ databaseUrl: '', dataDir })
  await fillLibrary(open.db)
  return { dataDir, open, backups: join(temporaryFolder(), 'backups') }
}

it('moves pictures and uploads to a bucket and back', async () => {
  const { dataDir, open } = await startLibrary()
  await open.close()
  await folderStorage(dataDir).write([{ name: 'pictures/ab/cover.webp', bytes: Buffer.from('a cover') }])
  const { endpoint, accessKeyId, secretAccessKey } = await startS3Server()
  const keys = {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const bucket = `s3://${BUCKET}/media`
  expect(run('move', [bucket], { ...keys, DATA_DIR: dataDir })).toBe(
    `Moved 1 file of pictures and uploads (0.0 MB); each was read back and is equal. Set STORAGE=${bucket} and start the service. ${dataDir} is unchanged.\n`,
  )
  const other = join(temporaryFolder(), 'other')
  expect(run('move', ['folder'], { ...keys, DATA_DIR: other, STORAGE: bucket })).toMatch(
    /Remove STORAGE and start/,
  )
  expect(String(await folderStorage(other).read('pictures/ab/cover.webp'))).toBe('a cover')
  expect(run('move', [bucket], { ...keys, DATA_DIR: other, STORAGE: bucket })).toBe(
    'That is the storage in use: STORAGE names where to move from.\n',
  )
  expect(run('move', ['s3://B'], { ...keys, DATA_DIR: other })).toBe(
    's3://B is no place to move to: s3://bucket/prefix.\n',
  )
})

it('gives every playlist back after the data folder is deleted', async () => {
  const { dataDir, open, backups } = await startLibrary()
  const passphrase = join(temporaryFolder(), 'passphrase')
  writeFileSync(passphrase, 'correct horse\n')
  const env = { DATA_DIR: dataDir, BACKUP_TARGET: backups, BACKUP_PASSPHRASE_FILE: passphrase }
  expect(run('backup', ['--keep', '7d,4w'], env)).toMatch(
    /^Stored the snapshot \d{8}T\d{9}Z-\w+ in .*: \d+ rows, 0 files/,
  )
  const before = await open.db.selectFrom('playlist_tracks').selectAll().execute()
  await open.close()
  expect(run('restore', [backups], env)).toBe(
    'The database is not empty: name an empty one, or move this one away.\n',
  )
  rmSync(dataDir, { recursive: true })
  expect(run('restore', [backups], env)).toMatch(/^Restored the snapshot .* all read back and equal/)
  const restored = await openPlace({ databaseUrl: '', dataDir })
  expect(await restored.db.selectFrom('playlist_tracks').selectAll().execute()).toEqual(before)
  expect(before).toHaveLength(40)
  await restored.close()
  // It is still the same service.
  expect(run('backup', [], env)).toMatch(/^Stored the snapshot/)
  const snapshots = join(backups, 'snapshots')
  const [first = ''] = readdirSync(snapshots).toSorted()
  writeFileSync(join(snapshots, first), 'damaged')
  expect(run('backup', ['--list'], env).trim().split('\n')).toEqual([
    `${first}  snapshots/${first} in ${backups} is damaged.`,
    expect.stringMatching(/^\d{8}T\d{9}Z-\w+ {2}20.*Z {2}\d+ rows, 0 files$/),
  ])
})

it('makes no scheduled backup where the disk of the earlier ones is not mounted; by hand it starts again', async () => {
  const { dataDir, backups } = await startLibrary()
  const env = { DATA_DIR: dataDir, BACKUP_TARGET: backups, BACKUP_EVERY: '1d' }
  expect(run('backup', ['--scheduled'], env)).toMatch(/^Stored the snapshot/)
  rmSync(backups, { recursive: true })
  expect(run('backup', ['--scheduled'], env)).toBe(
    `The backups in ${backups} are gone: mount its disk, or run npm run backup to start again there.\n`,
  )
  expect(existsSync(backups)).toBe(false)
  expect(run('backup', [], env)).toMatch(/^Stored the snapshot .*\nThe earlier backups in .* are gone/)
  expect(run('backup', ['--scheduled'], env)).toBe('')
})

it('killed in the middle leaves no snapshot, and the next backup is complete', async () => {
  const { dataDir, backups } = await startLibrary()
  const large = join(dataDir, 'uploads', 'large')
  mkdirSync(join(dataDir, 'uploads'))
  writeFileSync(large, '')
  // Sparse: takes no room, and minutes to read.
  truncateSync(large, 2 ** 37)
  const env = { DATA_DIR: dataDir, BACKUP_TARGET: backups }
  const child = start('backup', [], env)
  await expect
    .poll(() => existsSync(join(backups, 'chunks')) && readdirSync(join(backups, 'chunks')).length, SOON)
    .toBeGreaterThan(5)
  expect(run('backup', [], env)).toBe('Another backup is running: wait for it to end.\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(join(backups, 'snapshots'))).toBe(false)
  rmSync(large)
  expect(run('backup', [], env)).toMatch(/^Stored the snapshot/)
  expect(run('backup', ['--list'], env)).toMatch(/^\d{8}T\d{9}Z-\w+ {2}20.*Z {2}\d+ rows, 0 files\n$/)
})

it('leaves no restored data behind when a verification is stopped', async () => {
  const { dataDir, backups } = await startLibrary()
  const scratch = temporaryFolder()
  run('backup', [backups], { DATA_DIR: dataDir })
  const child = start('backup-verify', [backups, '--scratch', scratch], {})
  const exited = once(child, 'exit')
  await expect.poll(() => readdirSync(scratch).length, { ...SOON, interval: 1 }).toBe(1)
  child.kill('SIGTERM')
  await exited
  expect(readdirSync(scratch)).toEqual([])
})

it.each([
  ['backup', [], /^Which place\? .*BACKUP_TARGET\.\n$/],
  ['backup', ['empty'], /^There is no database in .*DATA_DIR.*\n$/],
  ['restore', ['empty'], /^There is no backup in .*\n$/],
])('refuses npm run %s %j in one line', (name, args, line) => {
  expect(run(name, args, { DATA_DIR: temporaryFolder() })).toMatch(line)
})
