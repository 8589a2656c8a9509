import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeText } from '@refrain/audio/testing/encode-text'
import { makeFlac } from '@refrain/audio/testing/make-flac'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases, onEmbedded } from '../testing/databases/both-databases.ts'
import type { FileReader } from './phases/file-reader.ts'
import { importMusic, readCatalogue, type TestFolders, useFolders } from './testing/test-import.ts'
import { retag, writeTrack } from './testing/write-music.ts'

/** A sheet of tracks that begin at these frames of a CD; the files of the tests are a quarter of a second long. */
function sheetOf(titles: Readonly<Record<string, number>>, { file = 'disc.wav', head = '' } = {}): string {
  const tracks = Object.entries(titles).map(
    ([title, frame], n) => `  TRACK 0${n + 1} AUDIO
    TITLE "${title}"
    INDEX 01 00:00:${String(frame).padStart(2, '0')}`,
  )
  return `${head}\nFILE "${file}" WAVE\n${tracks.join('\n')}\n`
}

async function write(folders: TestFolders, path: string, bytes: string | Uint8Array): Promise<string> {
  const whole = join(folders.music, path)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, bytes)
  return whole
}

/** The available tracks by their titles, in order. */
async function readTracks(open: OpenDatabase) {
  const { tracks } = await readCatalogue(open)
  return tracks
    .filter(track => track.available === 1)
    .toSorted((a, b) => a.disc - b.disc || a.number - b.number || (a.file_order < b.file_order ? -1 : 1))
}

const titlesOf = async (open: OpenDatabase) => (await readTracks(open)).map(track => track.title)
const idsOf = async (open: OpenDatabase) => (await readTracks(open)).map(track => track.id)

const HEAD = `PERFORMER "Ada"
TITLE "First"
REM GENRE "Jazz"
REM DATE 1971
REM REPLAYGAIN_ALBUM_GAIN -7.65 dB
REM REPLAYGAIN_ALBUM_PEAK 0.9`

onBothDatabases('a disc with a cue sheet', openTest => {
  const folders = useFolders()

  it('is imported as its tracks, and as one again without it, with the same ids (CUE-01)', async () => {
    const open = await openTest()
    const sheet = 'Ada/First/disc.cue'
    const plain = sheetOf({ One: 0, Two: 8, Three: 13 }, { head: HEAD })
    await writeTrack(folders.music, 'Ada/First/disc.flac', { tags: { ALBUM: 'Whole', ARTIST: 'Bo' } })
    expect(await importMusic(open, folders)).toMatchObject({ added: 1 })
    const [whole] = await idsOf(open)
    await open.db.updateTable('tracks').set({ play_count: 1 }).execute()

    const path = await write(folders, sheet, plain)
    expect(await importMusic(open, folders)).toMatchObject({ added: 3, unavailable: 0, skipped: [] })
    expect(await readTracks(open)).toMatchObject([
      { title: 'One', number: 1, first_sample: 0, true_samples: 4_704, url: 'disc.01.wav', codec: 'flac' },
      { title: 'Two', number: 2, first_sample: 4_704, true_samples: 2_940, genre: 'Jazz', credit: 'Ada' },
      { title: 'Three', number: 3, first_sample: 7_644, true_samples: 2_487, album_gain: -7.65 },
    ])
    const { albums } = await readCatalogue(open)
    expect(albums.find(album => album.title === 'First')).toMatchObject({ release_date: '1971' })
    const cuts = await idsOf(open)
    expect(cuts).not.toContain(whole)
    expect(await importMusic(open, folders)).toMatchObject({
      unchanged: 3,
      added: 0,
      changed: 0,
      unavailable: 1,
    })

    await write(folders, sheet, plain.replace('"Two"', '"Second"'))
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
    expect(await titlesOf(open)).toEqual(['One', 'Second', 'Three'])
    expect(await idsOf(open)).toEqual(cuts)

    await rm(path)
    await importMusic(open, folders)
    expect(await idsOf(open)).toEqual([whole])
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, unchanged: 1, unavailable: 3 })

    await write(folders, sheet, plain)
    await importMusic(open, folders)
    expect(await idsOf(open)).toEqual(cuts)
    await rename(join(folders.music, 'Ada'), join(folders.music, 'Moved'))
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, moved: 3 })
    expect(await idsOf(open)).toEqual(cuts)
    expect(await importMusic(open, folders, { forget: async () => true })).toMatchObject({ forgotten: 1 })
    expect(await idsOf(open)).toEqual(cuts)
    await rm(join(folders.music, 'Moved/First/disc.flac'))
    await writeTrack(folders.music, 'Other/01 x.flac')
    expect(await importMusic(open, folders)).toMatchObject({ unavailable: 3 })
    expect(await titlesOf(open)).toEqual(['x'])
  })

  it('leaves nothing of the one track that it was, if nobody has played or saved that', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/disc.flac')
    await importMusic(open, folders)
    const whole = await idsOf(open)
    const path = await write(folders, 'Ada/First/disc.cue', sheetOf({ One: 0, Two: 8 }))
    expect(await importMusic(open, folders)).toMatchObject({ added: 2 })
    expect((await readCatalogue(open)).tracks).toHaveLength(2)
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 2, unavailable: 0 })
    await rm(path)
    await importMusic(open, folders)
    expect(await idsOf(open)).toEqual(whole)
  })

  it('stays one track if its sheet is broken, which every import reports (CUE-02)', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/disc.flac')
    const path = await write(folders, 'Ada/First/disc.cue', sheetOf({ One: 0, Two: 74 }))
    const skipped = [{ path, reason: 'its track 2 begins behind the end of the file' }]
    expect(await importMusic(open, folders)).toMatchObject({ added: 1, skipped })
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, unchanged: 1, skipped })
    await writeFile(path, sheetOf({ One: 0, Two: 7 }))
    expect(await importMusic(open, folders)).toMatchObject({ added: 2, skipped: [] })
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 2, skipped: [] })
    await rm(path)
    await importMusic(open, folders)
    const text = sheetOf({ One: 0, Two: 74 })
    await retag(join(folders.music, 'Ada/First/disc.flac'), { CUESHEET: text })
    const own = {
      path: join(folders.music, 'Ada/First/disc.flac'),
      reason: expect.stringContaining('does not fit'),
    }
    expect(await importMusic(open, folders)).toMatchObject({ skipped: [own] })
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 1, skipped: [own] })
    await writeTrack(folders.music, 'Ada/First/disc.flac')
    expect(await importMusic(open, folders)).toMatchObject({ skipped: [] })
    expect(await importMusic(open, folders)).toMatchObject({ unchanged: 1, skipped: [] })
  })
})

onEmbedded('a cue sheet', openTest => {
  const folders = useFolders()
  const two = { One: 0, Two: 9 }

  it.each<[string, readonly string[], Readonly<Record<string, string | Uint8Array>>, readonly string[]]>([
    [
      'names the file as it is',
      ['disc.flac'],
      { 'x.cue': sheetOf(two, { file: 'disc.flac' }) },
      ['One', 'Two'],
    ],
    ['names it with another ending', ['disc.mp3', 'y.mp3'], { 'x.cue': sheetOf(two) }, ['y', 'One', 'Two']],
    [
      'names another file, but has its name',
      ['a.wav', 'b.wav'],
      { 'a.cue': sheetOf(two) },
      ['b', 'One', 'Two'],
    ],
    ['has its whole name', ['a.wav', 'b.wav'], { 'a.wav.cue': sheetOf(two) }, ['b', 'One', 'Two']],
    [
      'is about the only file',
      ['a.flac'],
      { 'x.cue': sheetOf(two, { file: 'CDImage.ape' }) },
      ['One', 'Two'],
    ],
    [
      'names a folder of Windows',
      ['disc.flac'],
      { 'x.cue': sheetOf(two, { file: 'D:\\rip\\disc.wav' }) },
      ['One', 'Two'],
    ],
    [
      'is one of two about a file',
      ['disc.flac'],
      { 'a.cue': sheetOf({ A: 0, B: 9 }), 'disc.cue': sheetOf(two) },
      ['One', 'Two'],
    ],
    [
      'is broken beside another',
      ['disc.flac'],
      { 'disc.cue': sheetOf({ A: 0, B: 74 }), 'x.cue': sheetOf(two) },
      ['One', 'Two'],
    ],
    ['is of a disc that was taken apart', ['01 a.flac', '02 b.flac'], { 'x.cue': sheetOf(two) }, ['a', 'b']],
    [
      'is about files of single tracks',
      ['01 a.flac', '02 b.flac'],
      { 'x.cue': sheetOf({ A: 0 }, { file: '01 a.wav' }) + sheetOf({ B: 0 }, { file: '02 b.wav' }) },
      ['a', 'b'],
    ],
    [
      'is about two files',
      ['a.flac', 'b.flac'],
      {
        'x.cue':
          sheetOf(two, { file: 'a.wav' }) +
          sheetOf({ Three: 0, Four: 9 }, { file: 'b.wav' }).replace('01', '03').replace('02', '04'),
      },
      ['One', 'Two', 'Three', 'Four'],
    ],
    [
      'names a file that cannot be read',
      ['a.flac'],
      { 'disc.flac': 'no audio', 'x.cue': sheetOf(two, { file: 'disc.flac' }) },
      ['a'],
    ],
    [
      'is in Windows-1251',
      ['disc.flac'],
      { 'x.cue': encodeText(sheetOf({ 'Группа крови': 0, 'Закрой за мной дверь': 9 }), 'windows-1251') },
      ['Группа крови', 'Закрой за мной дверь'],
    ],
  ])('counts where it %s', async (_name, files, sheets, titles) => {
    const open = await openTest()
    for (const name of files) await writeTrack(folders.music, `Ada/First/${name}`)
    for (const [name, text] of Object.entries(sheets)) await write(folders, `Ada/First/${name}`, text)
    await importMusic(open, folders)
    expect(await titlesOf(open)).toEqual(titles)
  })

  it.each<[string, string, readonly string[]]>([
    ['goes', '', ['disc']],
    ['changes', sheetOf({ One: 0, Two: 5 }), ['One', 'Two']],
  ])('leaves no cuts of before if an import ends while it %s', async (_name, after, titles) => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/disc.flac')
    const path = await write(folders, 'Ada/First/disc.cue', sheetOf(two))
    await importMusic(open, folders)
    await (after ? writeFile(path, after) : rm(path))
    await sql`create trigger crash before update of missing on files when new.missing > old.missing
      begin select raise(abort, 'crash'); end`.execute(open.db)
    await expect(importMusic(open, folders)).rejects.toThrow('crash')
    await sql`drop trigger crash`.execute(open.db)
    expect(await importMusic(open, folders)).toMatchObject({ unavailable: 0 })
    expect(await titlesOf(open)).toEqual(titles)
  })

  it('leaves all as it is while it cannot be reached, and is read by the next import', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/disc.flac')
    const path = await write(folders, 'Ada/First/disc.cue', sheetOf(two))
    const { reader } = folders
    /** Its disk is away when the sheet is read. */
    const importWithout = async () => {
      const read: FileReader['read'] = async files => {
        await rename(path, `${path}.away`)
        return reader.read(files)
      }
      const gone = Object.assign(Object.create(reader), { read }) as FileReader
      return importMusic(open, folders, { reader: gone }).finally(() => rename(`${path}.away`, path))
    }
    const skipped = expect.arrayContaining([{ path, reason: 'it is gone' }])
    expect(await importWithout()).toMatchObject({ added: 1, skipped })
    expect(await titlesOf(open)).toEqual(['disc'])
    expect(await importMusic(open, folders)).toMatchObject({ added: 2, unavailable: 0, skipped: [] })
    const cuts = await idsOf(open)
    await writeFile(path, sheetOf({ One: 0, Second: 9 }))
    expect(await importWithout()).toMatchObject({ added: 0, changed: 0, unavailable: 0, skipped })
    expect(await titlesOf(open)).toEqual(['One', 'Two'])
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1, skipped: [] })
    expect(await titlesOf(open)).toEqual(['One', 'Second'])
    expect(await idsOf(open)).toEqual(cuts)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 2, skipped: [] })
  })

  it('belongs to the disc that it was imported with, whatever is copied elsewhere', async () => {
    const open = await openTest()
    const disc = await writeTrack(folders.music, 'a/First/disc.flac')
    const sheet = await write(folders, 'a/First/disc.cue', sheetOf(two))
    const [from, to] = ['a', 'b'].map(name => join(folders.music, name)) as [string, string]
    await importMusic(open, folders, { folders: [from] })
    const first = await idsOf(open)
    for (const path of [disc, sheet]) await write(folders, path.replace(from, 'b'), await readFile(path))
    expect(await importMusic(open, folders, { folders: [to] })).toMatchObject({ added: 2, moved: 0 })
    expect(await idsOf(open)).toEqual(expect.arrayContaining(first))
    expect(await importMusic(open, folders, { folders: [from] })).toMatchObject({ unchanged: 2, added: 0 })
  })

  it('says which file it lacks', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/a.flac')
    await writeTrack(folders.music, 'Ada/First/b.flac')
    const path = await write(folders, 'Ada/First/x.cue', sheetOf({ One: 0, Two: 4, Three: 9 }))
    const reason = 'the file that it names is not beside it (disc.wav)'
    expect(await importMusic(open, folders)).toMatchObject({ added: 2, skipped: [{ path, reason }] })
  })

  it('is read from the tags of a file, and from its block', async () => {
    const open = await openTest()
    const tags = { CUESHEET: sheetOf(two, { head: HEAD }) }
    await writeTrack(folders.music, 'Ada/First/disc.flac', { tags })
    const sound = Int32Array.from({ length: 9_000 }, (_, i) => 9_000 * Math.sin(i / 20))
    const plain = makeFlac([sound], { bits: 16, rate: 44_100 })
    await write(folders, 'Bo/Second/disc.flac', withCueBlock(plain, [0, 4_704], 9_000))
    expect(await importMusic(open, folders)).toMatchObject({ added: 4, skipped: [] })
    expect(
      (await readTracks(open)).map(({ title, first_sample, isrc }) => [title, first_sample, isrc]),
    ).toEqual(
      expect.arrayContaining([
        ...[
          ['One', 0, ''],
          ['Two', 5_292, ''],
        ],
        ...[
          ['Track 01', 0, 'DEA123456701'],
          ['Track 02', 4_704, 'DEA123456702'],
        ],
      ]),
    )
  })

  it('is about an M4B, whose parts have names that tell an audiobook', async () => {
    const open = await openTest()
    await writeTrack(folders.music, `x/${'b'.repeat(90)}.m4b`, { fixture: 'tone.aac.m4a' })
    await write(folders, 'x/book.cue', sheetOf(two))
    await importMusic(open, folders)
    expect((await readTracks(open)).map(track => track.url)).toEqual([
      `${'b'.repeat(73)}.m4b.01.wav`,
      `${'b'.repeat(73)}.m4b.02.wav`,
    ])
  })

  it('takes what it does not say from the tags of the file', async () => {
    const open = await openTest()
    const cover = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f4c20d' } })
      .jpeg()
      .toBuffer()
    const tags = { ALBUM: 'First', ALBUMARTIST: 'Ada', ARTIST: 'Ada', DATE: '1999', DISCNUMBER: '2' }
    await writeTrack(folders.music, 'x/disc.flac', { tags, cover })
    await write(folders, 'x/disc.cue', sheetOf(two))
    await importMusic(open, folders)
    const { albums } = await readCatalogue(open)
    expect(albums).toMatchObject([{ title: 'First', release_date: '1999' }])
    expect(albums[0]?.profile_path).not.toBe('')
    expect(await readTracks(open)).toMatchObject([
      { credit: 'Ada', disc: 2, number: 1 },
      { credit: 'Ada', disc: 2, number: 2 },
    ])
    await writeTrack(folders.music, 'x/disc.flac', { tags, cover: cover.subarray(0, 40) })
    const path = join(folders.music, 'x/disc.flac (cover in its tags)')
    expect(await importMusic(open, folders)).toMatchObject({ pictures: [{ path }] })
  })
})

/** A FLAC file with a CUESHEET block as `flac --cuesheet` writes it. */
function withCueBlock(flac: Buffer, starts: readonly number[], total: number): Buffer {
  const track = (offset: number, number: number, isrc: string, indexes: number) => {
    const bytes = Buffer.alloc(36 + indexes * 12)
    bytes.writeBigUInt64BE(BigInt(offset), 0)
    bytes[8] = number
    bytes.write(isrc, 9)
    bytes[35] = indexes
    if (indexes > 0) bytes[44] = 1
    return bytes
  }
  const tracks = starts.map((start, n) => track(start, n + 1, `DEA12345670${n + 1}`, 1))
  const body = Buffer.concat([
    Buffer.alloc(395),
    Buffer.of(starts.length + 1),
    ...tracks,
    track(total, 170, '', 0),
  ])
  const head = Buffer.alloc(4)
  head.writeUInt32BE((5 << 24) | body.length)
  head[0]! |= 0x80
  const file = Buffer.from(flac)
  file[4]! &= 0x7f
  return Buffer.concat([file.subarray(0, 42), head, body, file.subarray(42)])
}
