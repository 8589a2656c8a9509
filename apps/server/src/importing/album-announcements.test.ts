import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import type { ImportOptions } from './import-collection.ts'
import { importMusic, useFolders } from './testing/test-import.ts'
import { retag, writeAlbum } from './testing/write-music.ts'

onBothDatabases('announcements of an import', openTest => {
  const folders = useFolders()
  const album = (artist: string, title: string, names = ['01 One.mp3']) =>
    writeAlbum(
      folders.music,
      `${artist}/${title}`,
      { ARTIST: artist, ALBUMARTIST: artist, ALBUM: title },
      names,
    )

  async function importAnew(open: OpenDatabase, options: Partial<ImportOptions> = {}) {
    // Runs that follow each other within a millisecond happen in tests only.
    await wait(2)
    return importMusic(open, folders, options)
  }

  async function told({ db }: OpenDatabase): Promise<string[]> {
    const rows = await db
      .selectFrom('events')
      .innerJoin('albums', 'albums.id', 'events.subject_id')
      .select('albums.title')
      .where('events.kind', '=', 'album-added')
      .orderBy('albums.title')
      .execute()
    return rows.map(row => row.title)
  }

  it('announces nothing on the first import of a collection, and new albums afterwards', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open)
    expect(await told(open)).toEqual([])
    await album('Ada', 'Second', ['01 One.mp3', '02 Two.mp3'])
    await importAnew(open)
    await importAnew(open)
    expect(await told(open)).toEqual(['Second'])
  })

  it('does not announce the albums of a new artist', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open)
    await album('Grace', 'One')
    await album('Grace', 'Two')
    await importAnew(open)
    expect(await told(open)).toEqual([])
    await album('Grace', 'Three')
    await importAnew(open)
    expect(await told(open)).toEqual(['Three'])
  })

  it('does not announce the rest of an interrupted first import', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await album('Ada', 'Second')
    const stop = new AbortController()
    const broken = importMusic(open, folders, {
      signal: stop.signal,
      onProgress: ({ step, done }) => step === 'reading' && done > 0 && stop.abort(new Error('stopped')),
    })
    await expect(broken).rejects.toThrow('stopped')
    await importAnew(open)
    expect(await told(open)).toEqual([])
  })

  it('does not announce an artist added by an interrupted import until one has completed', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open)
    for (const title of ['One', 'Two', 'Three']) await album('Grace', title)
    const stop = new AbortController()
    const broken = importAnew(open, {
      signal: stop.signal,
      onProgress: ({ step, done }) => step === 'reading' && done > 0 && stop.abort(new Error('stopped')),
    })
    await expect(broken).rejects.toThrow('stopped')
    expect(await open.db.selectFrom('albums').select('title').where('title', '=', 'One').execute()).toEqual([
      { title: 'One' },
    ])
    await wait(2)
    // A part of the folder by itself is no way round that.
    await importMusic(open, folders, { folders: [join(folders.music, 'Grace/Two')] })
    await importAnew(open)
    expect(await told(open)).toEqual([])
    await album('Grace', 'Four')
    await importAnew(open)
    expect(await told(open)).toEqual(['Four'])
  })

  it('announces again after the next run if an import of a parent folder was interrupted for good', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open)
    for (const title of ['One', 'Two']) await album('Grace', title)
    const stop = new AbortController()
    const broken = importAnew(open, {
      folders: [join(folders.music, '..')],
      signal: stop.signal,
      onProgress: ({ step, done }) => step === 'reading' && done > 0 && stop.abort(new Error('stopped')),
    })
    await expect(broken).rejects.toThrow('stopped')
    await importAnew(open)
    expect(await told(open)).toEqual([])
    await album('Grace', 'Three')
    await importAnew(open)
    expect(await told(open)).toEqual(['Three'])
    // What comes in beside it is still new to us altogether.
    await writeAlbum(
      folders.music,
      '../beside/Mary',
      { ARTIST: 'Mary', ALBUMARTIST: 'Mary', ALBUM: 'Solo' },
      ['01 One.mp3'],
    )
    await importAnew(open, { folders: [join(folders.music, '..')] })
    expect(await told(open)).toEqual(['Three'])
  })

  it('announces everything if asked to', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open, { announce: true })
    expect(await told(open)).toEqual(['First'])
  })

  it('does not announce tracks that change albums, nor an album that returns', async () => {
    const open = await openTest()
    const [, second] = await album('Ada', 'First', ['01 One.mp3', '02 Two.mp3'])
    await album('Ada', 'Other')
    await importAnew(open)
    await retag(second!, { ARTIST: 'Ada', ALBUMARTIST: 'Ada', ALBUM: 'Apart' })
    await importAnew(open)
    expect(await told(open)).toEqual([])

    await album('Ada', 'New')
    await importAnew(open)
    await rename(join(folders.music, 'Ada/New'), join(folders.music, '../aside'))
    await importAnew(open, { forget: async () => true })
    expect(await told(open)).toEqual([])
    await open.db.updateTable('events').set({ fanned_out_at: 1 }).execute()
    await rename(join(folders.music, '../aside'), join(folders.music, 'Ada/New'))
    await importAnew(open)
    expect(await open.db.selectFrom('events').select('fanned_out_at').execute()).toEqual([
      { fanned_out_at: 1 },
    ])
  })

  it('recognises a folder inside one that was imported before', async () => {
    const open = await openTest()
    await album('Ada', 'First')
    await importAnew(open)
    await album('Ada', 'Second')
    await wait(2)
    await importMusic(open, folders, { folders: [join(folders.music, 'Ada')] })
    expect(await told(open)).toEqual(['Second'])
  })
})
