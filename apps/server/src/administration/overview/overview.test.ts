import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchOverview, type StorageKind } from '@refrain/contract/administration/overview'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { newSnapshotId } from '../../backup/repository/snapshot-id.ts'
import { write } from '../../database/retry.ts'
import { startImportStatus, updateImportStatus } from '../../importing/status/import-status-store.ts'
import { isInContainer } from '../../is-in-container.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { PRODUCT_REVISION, PRODUCT_VERSION } from '../../product-version.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { Presence } from '../../sharing/presence.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { insertLogEntries } from '../log/log-store.ts'
import { findAttention } from './find-attention.ts'
import { FolderSizes } from './folder-sizes.ts'
import { OverviewReader } from './overview-reader.ts'

onBothDatabases('the overview of administrators', openDatabase => {
  it('counts records, people and bytes (fetchOverview)', async () => {
    const open = await openDatabase()
    const { db } = open
    const app = await startApp(open)
    const key = { 'service-key': await createServiceKey(db, 'of a test', 'administer') }
    const put = seed(db)
    const artist = await put.artist('Nina')
    const album = await put.album('First', artist)
    await put.track('One', album, [artist])
    await put.track('Two', album, [artist], { available: 0 })
    await signUp(app)
    await signUp(app, GRACE)
    await db.updateTable('users').set({ disabled_at: 1 }).where('name', '=', GRACE.name).execute()
    const two = Date.now() - 2 * 86_400_000
    await db.updateTable('sessions').set({ last_used_at: two }).execute()
    const overview = await answerOf(app, fetchOverview, {}, key)
    expect(overview).toMatchObject({
      catalogue: { artists: 1, albums: 1, tracks: 2, missingTracks: 1 },
      people: { accounts: 2, administrators: 0, disabled: 1, active: 0 },
      isReady: true,
      isStorageComplete: true,
    })
    expect(overview.versions).toMatchObject({ service: PRODUCT_VERSION, revision: PRODUCT_REVISION })
    const bytesOf = (kind: StorageKind) => overview.storage.find(each => each.kind === kind)?.bytes
    expect(overview.versions.database).toMatch(/^(SQLite 3|PostgreSQL \d+)\./)
    expect(bytesOf('database')).toBeGreaterThan(10_000)
    expect(overview.disk.size).toBeGreaterThanOrEqual(overview.disk.free)
    await db.updateTable('sessions').set({ last_used_at: Date.now() }).execute()
    expect((await answerOf(app, fetchOverview, {}, key)).people.active).toBe(2)
  })

  it('says what takes space in the collection and the data folder', async () => {
    const open = await openDatabase()
    const { db } = open
    const dataDir = realpathSync(temporaryFolder())
    const key = { 'service-key': await createServiceKey(db, 'of a test', 'administer') }
    const fileIn = (folder: string, name: string, bytes: number) => {
      mkdirSync(join(dataDir, folder), { recursive: true })
      writeFileSync(join(dataDir, folder, name), Buffer.alloc(bytes))
    }
    fileIn('streams', 'one.mp4', 5000)
    fileIn('sample/Band', 'one.flac', 7000)
    fileIn('compiled', 'code', 11)
    fileIn('.', 'refrain.db.before-013-example', 13)
    fileIn('.', 'refrain.db-wal', 17)
    // Music there counts as music.
    fileIn('music/Ada', 'one.mp3', 31_000_000)
    // Moved to another disk.
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'cover.original'), Buffer.alloc(3000))
    symlinkSync(elsewhere, join(dataDir, 'pictures'))
    const file = { mtime_ms: 0, beside: '', track_id: null, audio_id: '', problem: '' }
    await db
      .insertInto('files')
      .values([
        { ...file, path: '/music/a', root: '/music', size: 19_000, missing: 0 },
        { ...file, path: '/music/b', root: '/music', size: 23_000, missing: 1 },
        { ...file, path: '/sample/c', root: join(dataDir, 'sample'), size: 29_000, missing: 0 },
      ])
      .execute()
    await db
      .insertInto('collection_roots')
      .values({ path: join(dataDir, 'music'), begun_at: null, whole_at: 1 })
      .execute()
    const app = await startApp(open, { settings: { dataDir } })
    const { storage } = await answerOf(app, fetchOverview, {}, key)
    expect(storage.filter(({ kind }) => kind !== 'database')).toEqual([
      { kind: 'music', bytes: 19_000 },
      { kind: 'covers', bytes: 3000 },
      { kind: 'streams', bytes: 5000 },
      { kind: 'sample', bytes: 7000 },
      { kind: 'copies', bytes: 13 },
      // And whatever the start has written.
      { kind: 'other', bytes: expect.any(Number) },
    ])
    expect(storage.find(({ kind }) => kind === 'other')?.bytes).toBeLessThan(31_000_000)
  })

  it('is there while the data folder is away, and logs once that the database cannot be written', async () => {
    const { db, dialect } = await openDatabase()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    let isAway = true
    const check = async () => {
      if (isAway) throw new Error('attempt to write a readonly database')
    }
    const settings = { ...readSettings({}), dataDir: join(temporaryFolder(), 'away') }
    const reader = new OverviewReader({ db, dialect, check }, settings, new Presence())
    for (let n = 0; n < 2; n++)
      expect(await reader.read()).toMatchObject({
        isReady: false,
        disk: { size: 0, free: 0 },
        attention: expect.arrayContaining(['dataFolderReadOnly', 'databaseReadOnly']),
      })
    expect(log.mock.calls.flat().join()).toContain('readonly database')
    expect(log).toHaveBeenCalledOnce()
    isAway = false
    expect((await reader.read()).attention).not.toContain('databaseReadOnly')
  })

  it('shows old sizes of folders while they are measured again', async () => {
    const dataDir = temporaryFolder()
    const folders = new FolderSizes(dataDir)
    const first = await folders.read([])
    writeFileSync(join(dataDir, 'more'), Buffer.alloc(1000))
    expect(await folders.read([])).toBe(first)
    const { now } = performance
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 3_600_000)
    onTestFinished(() => later.mockRestore())
    expect(await folders.read([])).toBe(first)
    await vi.waitFor(async () => expect(await folders.read([])).not.toBe(first), { timeout: 30_000 })
    expect((await folders.read([]))?.other).toBe((first?.other ?? 0) + 1000)
  })

  it('says what needs attention, and no longer than it does', async () => {
    const open = await openDatabase()
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const attention = async (settings: Partial<Settings>) =>
      (await answerOf(await startApp(open, { settings }), fetchOverview, {}, key)).attention.filter(
        // Those two depend on the machine.
        kind => kind !== 'runningAsRoot' && kind !== 'diskNearlyFull',
      )
    const backups = { backupTarget: temporaryFolder(), backupEvery: 86_400_000, rateLimitScale: 1 }
    expect(await attention({})).toEqual(['noBackups', 'rateLimitsOff'])
    expect(await attention(backups)).toEqual(['backupOverdue'])
    mkdirSync(join(backups.backupTarget, 'snapshots'))
    const nameAt = (at: number) => join(backups.backupTarget, 'snapshots', newSnapshotId(at))
    writeFileSync(nameAt(Date.now() - 1.5 * 86_400_000), '')
    expect(await attention(backups)).toEqual([])
    await write(open.db, async tx => {
      await startImportStatus(tx, { run: 'a', sample: false, folders: '[]' })
      await updateImportStatus(tx, 'a', { problem: 'No disk', ended_at: 1 })
      const entry = { id: 'e', at: Date.now(), level: 'error', message: 'x', request_id: null } as const
      await insertLogEntries(tx, [{ ...entry, process: 'p' }])
    })
    expect(await attention(backups)).toEqual(['errors', 'importFailed'])
    await write(open.db, tx => startImportStatus(tx, { run: 'b', sample: false, folders: '[]' }))
    expect(await attention(backups)).toEqual(['errors'])
    await write(open.db, tx => updateJob(tx, 'cleanUps', { failed: 1 }))
    expect(await attention(backups)).toEqual(['errors', 'jobFailed'])
    await write(open.db, tx => updateJob(tx, 'imports', { paused: 1 }))
    expect(await attention(backups)).toEqual(['errors', 'jobFailed', 'jobPaused'])
    await write(open.db, tx => updateJob(tx, 'imports', { paused: 0 }))
    expect(await attention(backups)).toEqual(['errors', 'jobFailed'])
  })

  it('finds a disk that is nearly full and a service that runs as root', async () => {
    const { db } = await openDatabase()
    const settings = { ...readSettings({}), backupTarget: '/srv/backups' }
    const writable = { dataFolder: true, database: true }
    const facts = { errors: 0, writable }
    const at = (free: number) => findAttention(db, settings, { ...facts, disk: { size: 100e9, free } }, 1000)
    expect(await at(4.9e9)).toEqual(['diskNearlyFull'])
    expect(await at(5.1e9)).toEqual([])
    const disk = { size: 1, free: 1 }
    const asRoot = await findAttention(db, settings, { ...facts, disk }, 0)
    expect(asRoot).toEqual(isInContainer() ? [] : ['runningAsRoot'])
    const nothing = { errors: 0, disk, writable: { dataFolder: false, database: false } }
    expect(await findAttention(db, settings, nothing, 1000)).toEqual([
      'dataFolderReadOnly',
      'databaseReadOnly',
    ])
  })
})
