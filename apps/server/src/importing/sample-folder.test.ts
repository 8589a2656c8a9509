import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleCatalogue } from '@refrain/demo/sample-catalogue'
import { writeAlbum } from '@refrain/demo/write-album'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { importCollection } from './import-collection.ts'
import { adoptSample, holdsOwnMusic, openSampleFolder } from './sample-folder.ts'
import { makeWav } from './testing/make-pcm.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-sample-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

onBothDatabases('the sample catalogue', openTest => {
  it('goes in before its sound is rendered, through the importer, and makes room for own music', async () => {
    const open = await openTest()
    const folder = await openSampleFolder(dataDir)
    const album = sampleCatalogue()[0]!
    await writeAlbum(folder, album)
    const sounds = new Map(album.tracks.map(track => [join(folder, track.file), track.sound]))
    const takeIn = () =>
      importCollection({ open, dataDir, folders: [folder], promised: path => sounds.get(path) })

    expect((await takeIn()).added).toBe(album.tracks.length)
    expect((await takeIn()).unchanged).toBe(album.tracks.length)
    const lengths = await open.db.selectFrom('tracks').select(['title', 'true_samples']).execute()
    expect(new Map(lengths.map(row => [row.title, row.true_samples]))).toEqual(
      new Map(album.tracks.map(track => [track.tags.title, track.sound.trueSamples])),
    )
    expect(await holdsOwnMusic(open.db)).toBe(false)

    // A data folder that was moved: the same tracks, where they are now.
    await open.db
      .updateTable('files')
      .set({
        root: '/old/sample',
        path: sql<string>`'/old/sample' || substr(path, ${sql.lit(folder.length + 1)})`,
      })
      .execute()
    await adoptSample(open.db, folder)
    expect((await takeIn()).unchanged).toBe(album.tracks.length)

    const music = join(dataDir, 'music')
    await mkdir(music)
    await writeFile(join(music, 'quiet.wav'), makeWav(4_410))
    await importCollection({ open, dataDir, folders: [music] })
    expect(await holdsOwnMusic(open.db)).toBe(true)
    expect((await takeIn()).added).toBe(0)

    expect(await open.db.selectFrom('tracks').select('title').execute()).toEqual([{ title: 'quiet' }])
    expect(await open.db.selectFrom('albums').select('id').execute()).toHaveLength(1)
  })
})
