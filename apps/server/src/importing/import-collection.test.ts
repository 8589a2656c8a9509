import { appendFile, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { FIXTURE_SAMPLES, OPUS_FIXTURE_SAMPLES } from '@refrain/audio/testing/fixtures'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readCatalogueVersion } from '../catalogue/version-store.ts'
import { ResponseCache } from '../http/responses/response-cache.ts'
import { createAudioFileFinder } from '../media/files/audio-routes.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { DAMAGED_TAGS, describeReport } from './import-report.ts'
import { takeLease } from './lease.ts'
import { isLeased } from './lease-store.ts'
import { processSpace } from './process-space.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { retag, writeAlbum, writeTrack } from './testing/write-music.ts'

onBothDatabases('importing a collection', openTest => {
  const folders = useFolders()
  const ada = {
    ARTIST: 'Ada',
    ALBUMARTIST: 'Ada',
    ALBUM: 'First',
    DATE: '2001-05-03',
    GENRE: ['Jazz', 'Dub'],
  }

  it('imports artists, albums, tracks and genres with all fields of their entities (ENT-05, ENT-06, ENT-08, ENT-09, ENT-10, ENT-13)', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.flac'])
    const report = await importMusic(open, folders)
    expect(report).toMatchObject({
      added: 2,
      changed: 0,
      unchanged: 0,
      moved: 0,
      unavailable: 0,
      skipped: [],
    })
    const { albums, artists, tracks, genres } = await readCatalogue(open)
    expect(artists).toMatchObject([{ name: 'Ada', sort_name: 'ada', followers: 0, profile_path: '' }])
    expect(albums).toMatchObject([
      { title: 'First', artist_id: artists[0]!.id, released_at: '2001-05-03T00:00:00.000Z', play_count: 0 },
    ])
    expect(tracks.toSorted((a, b) => a.number - b.number)).toMatchObject([
      {
        title: 'One',
        number: 1,
        disc: 1,
        url: '01-One.mp3',
        codec: 'mp3',
        genre: 'Jazz',
        play_count: 0,
        available: 1,
      },
      { title: 'Two', number: 2, url: '02-Two.flac', codec: 'flac', album_id: albums[0]!.id },
    ])
    expect(genres.map(genre => genre.genre).sort()).toEqual(['Dub', 'Jazz'])
    for (const genre of genres)
      expect([genre.color, genre.bg_color]).toEqual([
        expect.stringMatching(/^#[\da-f]{6}$/),
        expect.stringMatching(/^#[\da-f]{6}$/),
      ])
    for (const { id } of [...albums, ...artists, ...tracks, ...genres]) expect(id).toMatch(/^[\w-]{22}$/)
  })

  it('reads the exact length of every format', async () => {
    const open = await openTest()
    const names = ['mp3', 'flac', 'aac.m4a', 'alac.m4a', 'ogg', 'opus', 'wav', 'aiff']
    for (const name of names)
      await writeTrack(folders.music, `All/Of/${name}`.replace(/([\w.]+)$/, 'x.$1'), fixtureOf(name))
    await importMusic(open, folders)
    const { tracks } = await readCatalogue(open)
    const lengths = Object.fromEntries(tracks.map(track => [track.codec + track.url, track.true_samples]))
    expect(lengths).toEqual({
      'mp3x.mp3': FIXTURE_SAMPLES,
      'flacx.flac': FIXTURE_SAMPLES,
      'aacx.aac.m4a': FIXTURE_SAMPLES,
      'alacx.alac.m4a': FIXTURE_SAMPLES,
      'vorbisx.ogg': FIXTURE_SAMPLES,
      'opusx.opus': OPUS_FIXTURE_SAMPLES,
      'pcmx.wav': FIXTURE_SAMPLES,
      'pcmx.aiff': FIXTURE_SAMPLES,
    })
    expect(Object.fromEntries(tracks.map(track => [track.url, track.priming_samples]))).toMatchObject({
      'x.mp3': 1105,
      'x.aac.m4a': 1024,
      'x.opus': 312,
      'x.flac': 0,
    })
  })

  it('writes nothing if nothing has changed', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.ogg'])
    await importMusic(open, folders)
    const before = { ...(await readCatalogue(open)), version: await readCatalogueVersion(open.db) }
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 0, unchanged: 2, moved: 0 })
    expect({ ...(await readCatalogue(open)), version: await readCatalogueVersion(open.db) }).toEqual(before)
  })

  it('does not change the catalogue if only a file’s time has changed', async () => {
    const open = await openTest()
    const [path] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await importMusic(open, folders)
    const version = await readCatalogueVersion(open.db)
    await utimes(path!, new Date(), new Date('2020-01-01'))
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await readCatalogueVersion(open.db)).toBe(version)
  })

  for (const extension of ['mp3', 'flac', 'm4a', 'ogg', 'opus', 'wav', 'aiff']) {
    it(`keeps the id of a ${extension} file that is moved, renamed and retagged`, async () => {
      const open = await openTest()
      const path = await writeTrack(folders.music, `Ada/First/01 One.${extension}`, { tags: ada })
      await importMusic(open, folders)
      const [before] = (await readCatalogue(open)).tracks
      const there = join(folders.music, `Bo/Else/07 Other.${extension}`)
      await mkdir(join(there, '..'), { recursive: true })
      await rename(path, there)
      await retag(
        there,
        {
          ARTIST: 'Bo',
          ALBUMARTIST: 'Bo',
          ALBUM: 'Else',
          TITLE: 'Other',
          GENRE: [],
          COMMENT: 'x'.repeat(5000),
        },
        cover(),
      )
      expect(await importMusic(open, folders)).toMatchObject({
        added: 0,
        moved: 1,
        unavailable: 0,
        changed: 0,
      })
      const after = await readCatalogue(open)
      expect(after.tracks).toMatchObject([
        { id: before!.id, title: 'Other', true_samples: before!.true_samples },
      ])
      expect(after.files).toMatchObject([{ path: there, missing: 0 }])
      expect(after.albums).toMatchObject([{ id: before!.album_id, title: 'Else' }])
      expect(after.artists).toMatchObject([{ name: 'Bo' }])
      expect(after.genres).toEqual([])
    })
  }

  it('keeps the id of a track whose audio is replaced in place', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: ada, sound: 'old' })
    await importMusic(open, folders)
    const [before] = (await readCatalogue(open)).tracks
    await writeTrack(folders.music, 'Ada/First/01 One.mp3', {
      tags: { ...ada, COMMENT: 'longer' },
      sound: 'new',
    })
    expect(await importMusic(open, folders)).toMatchObject({ added: 0 })
    const after = await readCatalogue(open)
    expect(after.tracks.map(track => track.id)).toEqual([before!.id])
    expect(after.files[0]!.audio_id).not.toBe(before!.id)
  })

  it('keeps both ids when two files swap paths', async () => {
    const open = await openTest()
    const one = await writeTrack(folders.music, 'Ada/First/a.mp3', { tags: { ...ada, TITLE: 'One' } })
    const two = await writeTrack(folders.music, 'Ada/First/b.mp3', { tags: { ...ada, TITLE: 'Another' } })
    await importMusic(open, folders)
    const ids = async () => new Map((await readCatalogue(open)).tracks.map(track => [track.title, track.id]))
    const before = await ids()
    await rename(one, `${one}.x`)
    await rename(two, one)
    await rename(`${one}.x`, two)
    for (const path of [one, two])
      await utimes(path, new Date(), new Date(path === one ? '2020-01-01' : '2020-02-02'))
    await importMusic(open, folders)
    expect(await ids()).toEqual(before)
    expect((await readCatalogue(open)).files.map(file => file.missing)).toEqual([0, 0])
  })

  it('makes a track unavailable whose file was replaced by another track’s', async () => {
    const open = await openTest()
    const one = await writeTrack(folders.music, 'Ada/First/a.mp3', { tags: { ...ada, TITLE: 'One' } })
    const two = await writeTrack(folders.music, 'Ada/First/b.mp3', {
      tags: { ...ada, TITLE: 'Two' },
      sound: 'new',
    })
    await importMusic(open, folders)
    await rename(one, two)
    // Both may have been written in the same millisecond.
    await utimes(two, new Date(), new Date('2020-01-01'))
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, moved: 1 })
    const { tracks, files } = await readCatalogue(open)
    expect(new Map(tracks.map(track => [track.title, track.available]))).toEqual(
      new Map([
        ['One', 1],
        ['Two', 0],
      ]),
    )
    expect(files.map(({ path, track_id }) => [path, track_id])).toEqual([
      [two, tracks.find(track => track.title === 'One')?.id],
    ])
  })

  it('keeps every id when many files swap paths at once', async () => {
    const open = await openTest()
    const names = Array.from({ length: 30 }, (_, n) => `${String(n + 1).padStart(2, '0')} t.mp3`)
    const paths = await writeAlbum(folders.music, 'Ada/First', ada, names)
    await importMusic(open, folders)
    const byNumber = async () =>
      new Map((await readCatalogue(open)).tracks.map(track => [track.number, track.id]))
    const before = await byNumber()
    const last = paths.at(-1)!
    await rename(last, `${last}.aside`)
    for (let n = paths.length - 1; n > 0; n--) await rename(paths[n - 1]!, paths[n]!)
    await rename(`${last}.aside`, paths[0]!)
    for (const [n, path] of paths.entries()) await utimes(path, new Date(), new Date(1e12 + n * 1000))
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, moved: 30, unavailable: 0 })
    expect(await byNumber()).toEqual(before)
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 30 })
  })

  it('joins a MusicBrainz release across folders, and separates a copy in another format', async () => {
    const open = await openTest()
    const release = { ...ada, MUSICBRAINZ_ALBUMID: '89ad4ac3-39f7-470e-963a-56509c546377' }
    await writeTrack(folders.music, 'FLAC/One/01 One.flac', { tags: { ...release, DISCNUMBER: '1' } })
    await writeTrack(folders.music, 'FLAC/Two/01 Two.flac', { tags: { ...release, DISCNUMBER: '2' } })
    await writeTrack(folders.music, 'MP3/First/01 One.mp3', { tags: { ...release, DISCNUMBER: '1' } })
    await importMusic(open, folders)
    const before = await readCatalogue(open)
    const sizes = before.albums.map(
      album => before.tracks.filter(track => track.album_id === album.id).length,
    )
    expect(sizes.sort()).toEqual([1, 2])
    for (const file of before.files) await utimes(file.path, new Date(), new Date('2020-01-01'))
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 3 })
    expect((await readCatalogue(open)).albums).toEqual(before.albums)
  })

  it('imports a second copy as a separate track', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: ada, sound: 'same' })
    await writeTrack(folders.music, 'Ada/Best/04 One.mp3', { tags: { ...ada, ALBUM: 'Best' }, sound: 'same' })
    await importMusic(open, folders)
    const { tracks, albums } = await readCatalogue(open)
    expect(albums).toHaveLength(2)
    expect(tracks.map(track => track.id)).toEqual([tracks[0]!.id, `${tracks[0]!.id}-2`])
  })

  it('marks missing tracks as unavailable, restores them, and removes them on request', async () => {
    const open = await openTest()
    const [one, two] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await writeAlbum(folders.music, 'Bo/Else', { ARTIST: 'Bo', ALBUM: 'Else', GENRE: 'Folk' }, [
      '01 Last.mp3',
    ])
    await importMusic(open, folders)
    const before = await readCatalogue(open)
    await rename(one!, `${one}.away`)
    await rename(two!, `${two}.away`)
    expect(await importMusic(open, folders)).toMatchObject({ unavailable: 2, unchanged: 1, added: 0 })
    const during = await readCatalogue(open)
    expect(during.tracks.filter(track => track.available === 0)).toHaveLength(2)
    expect(during.albums).toEqual(before.albums)
    await rename(`${one}.away`, one!)
    expect(await importMusic(open, folders)).toMatchObject({ unavailable: 1, added: 0 })
    expect((await readCatalogue(open)).tracks.filter(track => track.available === 0)).toHaveLength(1)
    await rm(one!)
    expect(await importMusic(open, folders, { forget: async () => true })).toMatchObject({
      forgotten: 2,
      unavailable: 0,
    })
    const after = await readCatalogue(open)
    expect(after.tracks).toMatchObject([{ title: 'Last' }])
    expect(after.albums).toMatchObject([{ title: 'Else' }])
    expect(after.artists).toMatchObject([{ name: 'Bo' }])
    expect(after.genres).toMatchObject([{ genre: 'Folk' }])
    expect(after.files).toHaveLength(1)
  })

  it('rejects an empty folder, whether it contained music before or not', async () => {
    const open = await openTest()
    await expect(importMusic(open, folders)).rejects.toThrow('There is no music in')
    const [path] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await importMusic(open, folders)
    await rm(path!)
    await expect(importMusic(open, folders)).rejects.toThrow('is empty, and it was not before')
    await rm(folders.music, { recursive: true })
    await expect(importMusic(open, folders)).rejects.toThrow('does not exist')
    expect((await readCatalogue(open)).tracks).toMatchObject([{ available: 1 }])
  })

  it('skips unreadable files with a reason and imports the rest', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await writeFile(join(folders.music, 'Ada/First/02 Text.mp3'), 'this is no music, whatever it is called')
    await writeFile(join(folders.music, 'Ada/First/03 Empty.flac'), '')
    await writeFile(join(folders.music, 'Ada/First/04 Old.tak'), 'x')
    await writeFile(join(folders.music, 'Ada/First/05 Raw.spx'), 'x')
    await writeFile(join(folders.music, 'Ada/First/06 Layer.mp2'), 'x')
    await writeFile(join(folders.music, 'Ada/First/list.m3u'), '/etc/passwd')
    const report = await importMusic(open, folders)
    expect(report.skipped.map(({ path, reason }) => [path.split('/').at(-1), reason])).toEqual([
      ['02 Text.mp3', 'no sound of a known kind was found in it'],
      ['03 Empty.flac', 'it is empty'],
      ['04 Old.tak', 'TAK is not supported'],
      ['05 Raw.spx', 'Speex is not supported'],
      ['06 Layer.mp2', 'MPEG layer II is not supported'],
    ])
    expect(report.added).toBe(1)
    const again = await importMusic(open, folders)
    expect(again.skipped).toEqual(report.skipped)
    expect(again).toMatchObject({ added: 0, unchanged: 1 })
  })

  it('imports a file with the tags that are not damaged, and reports that others are', async () => {
    const open = await openTest()
    const [path = ''] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    // An APE tag whose only item claims to be longer than the file.
    const item = Buffer.concat([Buffer.from([255, 255, 255, 127, 0, 0, 0, 0]), Buffer.from('Title\0One')])
    const footer = Buffer.alloc(32)
    footer.write('APETAGEX')
    for (const [at, value] of [2_000, item.length + 32, 1].entries()) footer.writeUInt32LE(value, 8 + 4 * at)
    await appendFile(path, Buffer.concat([item, footer]))
    const report = await importMusic(open, folders)
    expect(report).toMatchObject({ added: 2, skipped: [], damagedTags: [path] })
    const problems = await open.db.selectFrom('import_problems').select(['path', 'reason']).execute()
    expect(problems).toEqual([{ path, reason: DAMAGED_TAGS }])
    // It stays named while it is not read again.
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 2, damagedTags: [path] })
    expect(await open.db.selectFrom('import_problems').select('path').execute()).toEqual([{ path }])
    expect(describeReport(report)).toContainEqual(expect.stringContaining(`Tags not read in full, ${path}`))
    expect((await readCatalogue(open)).albums).toHaveLength(1)
  })

  it('marks the track of a damaged file as unavailable until the file is repaired', async () => {
    const open = await openTest()
    const path = await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: ada })
    await writeTrack(folders.music, 'Ada/First/02 Two.mp3', { tags: ada })
    const whole = await readFile(path)
    await importMusic(open, folders)
    await writeFile(path, 'broken')
    expect(await importMusic(open, folders)).toMatchObject({ skipped: [{ path }] })
    const broken = await readCatalogue(open)
    expect(broken.tracks.map(track => track.available).sort()).toEqual([0, 1])
    await writeFile(path, whole)
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, skipped: [] })
    expect((await readCatalogue(open)).tracks.map(track => [track.id, track.available])).toEqual(
      broken.tracks.map(track => [track.id, 1]),
    )
  })

  it('does not follow symbolic links', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const outside = join(folders.dataDir, '..', 'outside')
    await writeAlbum(outside, 'Secret', { ARTIST: 'Nobody' }, ['01 Secret.mp3'])
    await symlink(join(outside, 'Secret/01 Secret.mp3'), join(folders.music, 'Ada/First/02 Link.mp3'))
    await symlink(outside, join(folders.music, 'Out'))
    await symlink(folders.music, join(folders.music, 'Ada/Circle'))
    const report = await importMusic(open, folders)
    expect(report.added).toBe(1)
    expect(report.skipped.map(({ path }) => path.slice(folders.music.length))).toEqual([
      '/Ada/First/02 Link.mp3',
      '/Out',
    ])
  })

  it('keeps an album that is renamed and moved, with its id and plays', async () => {
    const open = await openTest()
    const paths = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await importMusic(open, folders)
    await open.db.updateTable('albums').set({ play_count: 9 }).execute()
    const [before] = (await readCatalogue(open)).albums
    for (const path of paths) await retag(path, { ...ada, ALBUM: 'First (Remastered)' })
    await rename(join(folders.music, 'Ada/First'), join(folders.music, 'Ada/First (Remastered)'))
    expect(await importMusic(open, folders)).toMatchObject({ moved: 2, added: 0, unavailable: 0 })
    expect((await readCatalogue(open)).albums).toMatchObject([
      { id: before!.id, play_count: 9, title: 'First (Remastered)' },
    ])
  })

  it('recognises a collection under another root', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await importMusic(open, folders)
    const before = await readCatalogue(open)
    const { album_id, url } = before.tracks[0]!
    const find = createAudioFileFinder(open.db, new ResponseCache(() => readCatalogueVersion(open.db)))
    const findPath = async () => (await find(album_id, url))?.path
    expect(await findPath()).toContain(folders.music)
    const elsewhere = join(folders.dataDir, '..', 'elsewhere')
    await rename(folders.music, elsewhere)
    expect(await importMusic(open, folders, { folders: [elsewhere] })).toMatchObject({ moved: 2, added: 0 })
    expect((await readCatalogue(open)).tracks).toEqual(before.tracks)
    // Listeners play the album from there.
    await expect.poll(findPath).toContain(elsewhere)
  })

  it('imports a placeholder with the audio properties from the caller', async () => {
    const open = await openTest()
    const path = await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: ada })
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length - 1900))
    const promised = {
      codec: 'mp3',
      sampleRate: 44_100,
      channels: 2,
      bitDepth: 0,
      trueSamples: 99,
      primingSamples: 1105,
      audioId: 'promised',
    } as const
    await importMusic(open, folders, {
      describePlaceholder: asked => (asked === path ? { audio: promised, size: 4_321 } : undefined),
    })
    const [track] = (await readCatalogue(open)).tracks
    expect(track).toMatchObject({ title: 'One', true_samples: 99, id: 'promised' })
    expect(await open.db.selectFrom('files').select('size').execute()).toEqual([{ size: 4_321 }])
    await writeFile(path, whole)
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 1 })
    expect((await readCatalogue(open)).tracks).toMatchObject([
      { id: 'promised', true_samples: FIXTURE_SAMPLES },
    ])
  })

  it('runs only one import at a time', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const both = await Promise.allSettled([takeLease(open.db), takeLease(open.db)])
    expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(importMusic(open, folders)).rejects.toThrow(/^Another import is running/)
    for (const one of both) if (one.status === 'fulfilled') await one.value.release()
    expect(await importMusic(open, folders)).toMatchObject({ added: 1 })
  })

  it('takes over from an import that crashed', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const holder = `${hostname()} 999999999 x ${processSpace()}`
    const dead = { name: 'import', holder, expires_at: Date.now() + 10_000 }
    await open.db.insertInto('leases').values(dead).execute()
    expect(await importMusic(open, folders)).toMatchObject({ added: 1 })
    expect(await open.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('leaves an import alone whose process cannot be seen from here, such as in a container of the same host name', async () => {
    const open = await openTest()
    for (const space of ['', ' another']) {
      const holder = `${hostname()} 999999999 x${space}`
      await open.db.deleteFrom('leases').execute()
      await open.db
        .insertInto('leases')
        .values({ name: 'import', holder, expires_at: Date.now() + 10_000 })
        .execute()
      await expect(takeLease(open.db)).rejects.toThrow(/^Another import is running/)
    }
  })

  it("judges a lease by the database's time, not by that of this machine", async () => {
    const open = await openTest()
    const other = await takeLease(open.db)
    onTestFinished(() => void vi.useRealTimers())
    for (const years of [-1, 1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
      await expect(takeLease(open.db, { watchMs: 0 })).rejects.toThrow(/^Another import is running/)
      expect(await isLeased(open.db, 'import')).toBe(true)
      vi.useRealTimers()
    }
    await other.release()
  })

  it.each([
    ['has expired', -1],
    ['expires only in an hour, since the clock was set back', 3_600_000],
  ])('takes over from an import on another machine whose lease %s and is not renewed', async (_, left) => {
    const open = await openTest()
    const lease = { name: 'import', holder: 'elsewhere 1 x', expires_at: Date.now() + left }
    await open.db.insertInto('leases').values(lease).execute()
    const taken = await takeLease(open.db, { watchMs: 10 })
    await taken.release()
    expect(await open.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('lets an import go on that is running when the clock jumps ahead', async () => {
    const open = await openTest()
    const running = await takeLease(open.db)
    await open.db.updateTable('leases').set({ expires_at: 1 }).execute()
    await expect(takeLease(open.db, { watchMs: 60_000 })).rejects.toThrow(/^Another import is running/)
    expect(running.lost.aborted).toBe(false)
    await running.release()
  }, 90_000)
})

function fixtureOf(name: string) {
  return name.endsWith('.m4a') ? { fixture: `tone.${name}` } : {}
}

function cover(): Uint8Array {
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
}
