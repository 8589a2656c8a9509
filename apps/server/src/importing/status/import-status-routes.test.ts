import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeWav } from '@refrain/audio/testing/make-pcm'
import { fetchImportStatus } from '@refrain/contract/catalogue/import-status'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LiveUpdates } from '../../live-updates/live-updates.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { writePages } from '../../testing/write-pages.ts'
import { takeLease } from '../lease.ts'
import { importMusic, useFolders } from '../testing/test-import.ts'
import type { StartedImport } from './import-status-routes.ts'

const folders = useFolders()
/** Longer than a status is shared between visitors. */
const SOON = { timeout: 10_000 }

onBothDatabases('the status of the import', openTest => {
  async function start(parts: Parameters<typeof startApp>[1] = {}) {
    const open = await openTest()
    const app = await startApp(open, {
      ...parts,
      settings: { dataDir: folders.dataDir, offersSetUp: false, ...parts.settings },
    })
    const ask = (headers?: Record<string, string>) => answerOf(app, fetchImportStatus, {}, headers)
    return { open, app, ask }
  }
  const writeTracks = (...names: readonly string[]) =>
    Promise.all(
      names.map((name, n) => writeFile(join(folders.music, `${name}.wav`), makeWav(4_410 + n * 100))),
    )

  it('counts the tracks while an import runs, and says how far it is (fetchImportStatus)', async () => {
    const { open, ask } = await start()
    const before = await ask()
    expect(before).toMatchObject({ tracks: 0, running: null, nextCheckSeconds: 1 })
    await writeTracks('One', 'Two')
    await importMusic(open, folders)
    const lease = await takeLease(open.db)
    await vi.waitFor(
      async () =>
        expect(await ask()).toEqual({
          version: expect.any(Number),
          removals: 0,
          tracks: 2,
          running: { sample: false, done: 2, total: 2 },
          nextCheckSeconds: 1,
        }),
      SOON,
    )
    await lease.release()
    await vi.waitFor(
      async () => expect(await ask()).toMatchObject({ running: null, nextCheckSeconds: 60 }),
      SOON,
    )
    expect((await ask()).version).toBeGreaterThan(before.version)
    await open.db.updateTable('import_status').set({ ended_at: 1 }).execute()
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ nextCheckSeconds: 60 }), SOON)
  })

  it('is announced to pages of members when an import begins, ends, or has changed the catalogue (listenToChanges)', async () => {
    const { open, app, ask } = await start()
    await writeTracks('One', 'Two')
    const looks = vi.spyOn(LiveUpdates.prototype, 'hasSubscribers', 'get')
    onTestFinished(() => looks.mockRestore())
    const page = await readLiveUpdates(app, await signUp(app))
    // Two looks with a listener: the second compares with what the first has read.
    await vi.waitFor(() => expect(looks.mock.results.filter(({ value }) => value)).toHaveLength(2), SOON)
    await importMusic(open, folders)
    await vi.waitFor(() => expect(page.kinds).toContain('catalogue'), SOON)
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ tracks: 2, running: null }), SOON)
    const before = page.kinds.length
    await rm(join(folders.music, 'One.wav'))
    await importMusic(open, folders, { forget: async () => true })
    await vi.waitFor(() => expect(page.kinds.length).toBeGreaterThan(before), SOON)
    expect(new Set(page.kinds)).toEqual(new Set(['catalogue']))
  })

  it('counts an import as running from the moment this process starts it', async () => {
    let started: StartedImport | undefined = { sample: true, total: 131 }
    const { ask } = await start({ startedImport: () => started })
    expect(await ask()).toMatchObject({ tracks: 0, running: { sample: true, done: 0, total: 131 } })
    started = { sample: false, total: 0 }
    expect(await ask()).toMatchObject({ running: { sample: false, done: 0, total: 0 } })
    started = undefined
    expect(await ask()).toMatchObject({ running: null })
  })

  it('names the build of the pages', async () => {
    const pagesDir = writePages()
    const withoutBuild = await start({ pagesDir })
    expect(await withoutBuild.ask()).not.toHaveProperty('build')
    const page = '<!doctype html><head><title>Page</title><meta name="build" content="b2" /></head>'
    await writeFile(join(pagesDir, 'index.html'), page)
    const withBuild = await start({ pagesDir })
    expect(await withBuild.ask()).toMatchObject({ build: 'b2' })
  })

  it('notices when tracks were removed', async () => {
    const { open, ask } = await start()
    await writeTracks('One', 'Two')
    await importMusic(open, folders)
    await rm(join(folders.music, 'One.wav'))
    await importMusic(open, folders, { forget: async () => true })
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ tracks: 1, removals: 1 }), SOON)
  })

  it('names no folder to anybody', async () => {
    const { open, ask } = await start()
    await expect(importMusic(open, folders)).rejects.toThrow(/no music/)
    expect(await ask()).toMatchObject({ tracks: 0, running: null })
    expect(JSON.stringify(await ask())).not.toContain(folders.music)
  })
})
