import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureSize } from '@refrain/contract/media/pictures'
import { wcagContrast } from 'culori'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { FIRST_SIZES } from '../media/pictures/encoded-picture.ts'
import { PictureDecoder } from '../media/pictures/picture-decoder.ts'
import { DecoderUnavailableError } from '../media/pictures/picture-error.ts'
import { originalName, pictureFilePath, sourceName } from '../media/pictures/picture-path.ts'
import { readPictureSource } from '../media/pictures/picture-source.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { progressiveJpeg } from '../testing/progressive-jpeg.ts'
import { FileReader } from './phases/file-reader.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { retag, writeAlbum, writeTrack } from './testing/write-music.ts'

/** Of more than 4 KB: a smaller one is stored anyway. */
const plain = (background: string, width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: 'x'.repeat(5_000) } })
    .jpeg()
    .toBuffer()

onBothDatabases('pictures of a collection', openTest => {
  const folders = useFolders()
  const ada = { ARTIST: 'Ada', ALBUMARTIST: 'Ada', ALBUM: 'First' }
  const put = async (path: string, bytes: Uint8Array | string) => {
    await mkdir(dirname(join(folders.music, path)), { recursive: true })
    await writeFile(join(folders.music, path), bytes)
  }
  const edgeOf = async (picturePath: string, size: PictureSize) => {
    const { width, height, format } = await sharp(
      pictureFilePath(folders.dataDir, picturePath, size, 'webp'),
    ).metadata()
    return [width, height, format]
  }
  /** What further sizes are made of: stored, or in the collection where one machine has both. */
  const originalOf = async ({ dialect }: OpenDatabase, picturePath: string) => {
    const stored = join(folders.dataDir, originalName(picturePath))
    if (dialect === 'postgres') return readFile(stored)
    expect(existsSync(stored)).toBe(false)
    const source = await readFile(join(folders.dataDir, sourceName(picturePath)))
    return (await readPictureSource(picturePath, source)) ?? Buffer.alloc(0)
  }

  it('stores an embedded cover in small sizes, with its colour and preview, and finds the whole again', async () => {
    const open = await openTest()
    const cover = await plain('#f4c20d', 700, 600)
    await writeAlbum(
      folders.music,
      'Ada/First',
      ada,
      ['01 One.mp3', '02 Two.flac', '03 Three.m4a', '04 Four.ogg'],
      { cover },
    )
    expect(await importMusic(open, folders)).toMatchObject({ added: 4, pictures: [] })
    const [album] = (await readCatalogue(open)).albums
    expect(album!.profile_path).toMatch(/^[\w-]{22}\.webp$/)
    expect(await Promise.all(FIRST_SIZES.map(size => edgeOf(album!.profile_path, size)))).toEqual([
      [96, 96, 'webp'],
      [256, 256, 'webp'],
    ])
    expect(cover.equals(await originalOf(open, album!.profile_path))).toBe(true)
    expect(wcagContrast('#ffffff', album!.color)).toBeGreaterThanOrEqual(4.5)
    expect(Buffer.from(album!.thumbhash, 'base64').length).toBeGreaterThan(4)
  })

  it('finds the cover of each album, however few bytes of covers it may hold', async () => {
    const colours = ['#a11', '#1a1', '#11a', '#aa1', '#a1a', '#1aa']
    for (const [n, colour] of colours.entries())
      await writeTrack(folders.music, `Mixed/${n}.mp3`, {
        tags: { ARTIST: `Artist ${n}`, ALBUM: `Album ${n}` },
        cover: await plain(colour, 300 + n),
      })
    await put('Mixed/cover.jpg', await plain('#777', 200))
    const pictures = async (heldBytes: number) => {
      const open = await openTest()
      const reader = new FileReader({ heldBytes })
      onTestFinished(() => reader.close())
      expect(await importMusic(open, folders, { reader })).toMatchObject({ added: 6, pictures: [] })
      return (await readCatalogue(open)).albums.map(album => [album.title, album.profile_path])
    }
    const found = await pictures(1_000_000)
    expect(new Set(found.map(([, path]) => path)).size).toBe(6)
    expect(await pictures(0)).toEqual(found)
  })

  it('stores a cover of more than 1 MB in its largest size instead', async () => {
    const open = await openTest()
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const cover = sharp({ create: { width: 1100, height: 1100, channels: 3, background: '#000', noise } })
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada })
    await put('Ada/First/cover.png', await cover.png().toBuffer())
    expect((await importMusic(open, folders)).pictures).toEqual([])
    const { profile_path } = (await readCatalogue(open)).albums[0]!
    expect(await edgeOf(profile_path, 256)).toEqual([256, 256, 'webp'])
    expect(await edgeOf(profile_path, 1024)).toEqual([1024, 1024, 'webp'])
    await expect(originalOf(open, profile_path)).rejects.toThrow('ENOENT')
  })

  it('shows an album cover for an artist without a picture: the newest, until one is played', async () => {
    const open = await openTest()
    const artist = async () => {
      const { artists, albums } = await readCatalogue(open)
      const { profile_path, cover_album } = artists.find(row => row.name === 'Ada')!
      const album = albums.find(row => row.id === cover_album)
      return [album?.title, profile_path === (album?.profile_path ?? '')]
    }
    const release = (ALBUM: string, DATE: string) => ({ ...ada, ALBUM, DATE })
    await writeTrack(folders.music, 'Ada/Old/1.mp3', { tags: release('Old', '1990') })
    await importMusic(open, folders)
    expect(await artist()).toEqual([undefined, true])
    await put('Ada/Old/cover.jpg', await plain('#ff0000', 100))
    await importMusic(open, folders)
    expect(await artist()).toEqual(['Old', true])
    await writeTrack(folders.music, 'Ada/New/1.flac', { tags: release('New', '2020') })
    await put('Ada/New/cover.jpg', await plain('#0000ff', 100))
    await importMusic(open, folders)
    expect(await artist()).toEqual(['New', true])
    await rm(join(folders.music, 'Ada/New'), { recursive: true })
    await importMusic(open, folders, { forget: async () => true })
    expect(await artist()).toEqual(['Old', true])
    await put('Ada/artist.jpg', await plain('#00ff00', 100))
    await importMusic(open, folders)
    expect(await artist()).toEqual([undefined, false])
  })

  it('prefers the larger of the covers in the folder and in the tags, and the folder’s on a tie', async () => {
    const open = await openTest()
    const small = await plain('#ff0000', 200)
    const large = await plain('#0000ff', 400)
    await writeTrack(folders.music, 'A/Small folder/1.mp3', { tags: { ...ada, ALBUM: 'S' }, cover: large })
    await put('A/Small folder/Folder.JPG', small)
    await writeTrack(folders.music, 'A/Same/1.mp3', {
      tags: { ...ada, ALBUM: 'T' },
      cover: await plain('#00ff00', 400),
    })
    await put('A/Same/cover.jpeg', large)
    await importMusic(open, folders)
    const { albums } = await readCatalogue(open)
    const [s, t] = [albums.find(one => one.title === 'S')!, albums.find(one => one.title === 'T')!]
    expect(s.profile_path).toBe(t.profile_path)
    expect(large.equals(await originalOf(open, s.profile_path))).toBe(true)
  })

  it('finds the pictures of artists in their folders', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await put(
      'Ada/artist.png',
      await sharp(await plain('#225588', 300))
        .png()
        .toBuffer(),
    )
    await writeAlbum(folders.music, 'Bo/Else', { ARTIST: 'Bo', ALBUM: 'Else' }, ['01 Last.mp3'])
    await put('Bo/folder.jpg', await plain('#882255', 300))
    await writeAlbum(folders.music, 'Rock/Cy', { ARTIST: 'Cy', ALBUM: 'Cy' }, ['01 Last.mp3'])
    await put('Rock/folder.jpg', await plain('#558822', 300))
    await importMusic(open, folders)
    const { artists, albums } = await readCatalogue(open)
    const shown = Object.fromEntries(artists.map(artist => [artist.name, artist.profile_path !== '']))
    expect(shown).toEqual({ Ada: true, Bo: true, Cy: false })
    expect(albums.map(album => album.profile_path)).toEqual(['', '', ''])
    for (const { color } of [...albums, ...artists])
      expect(wcagContrast('#ffffff', color)).toBeGreaterThanOrEqual(4.5)
  })

  it('reports unusable pictures, and uses another or none', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada, cover: await plain('#123456', 120) })
    await put('Ada/First/cover.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await writeTrack(folders.music, 'Ada/Second/1.mp3', { tags: { ...ada, ALBUM: 'Second' } })
    await put('Ada/Second/cover.jpg', (await plain('#123456', 500)).subarray(0, 900))
    await writeTrack(folders.music, 'Ada/Third/1.mp3', { tags: { ...ada, ALBUM: 'Third' } })
    await put('Ada/Third/cover.jpg', progressiveJpeg(6300, 882))
    const report = await importMusic(open, folders)
    expect(report).toMatchObject({ added: 3, skipped: [] })
    expect(report.pictures.map(({ path, reason }) => [path.slice(folders.music.length), reason])).toEqual([
      ['/Ada/First/cover.jpg', 'it is not a JPEG, PNG, WebP or GIF picture'],
      ['/Ada/Second/cover.jpg', expect.stringMatching(/^it is damaged/)],
      ['/Ada/Third/cover.jpg', 'it has more than 64 scans'],
    ])
    const { albums } = await readCatalogue(open)
    expect(Object.fromEntries(albums.map(album => [album.title, album.profile_path !== '']))).toEqual({
      First: true,
      Second: false,
      Third: false,
    })
  })

  /** Makes as many decodings fail as a machine short of memory would. */
  const failDecoding = (times: number) => {
    const spy = vi.spyOn(PictureDecoder.prototype, 'encodeDerivatives')
    onTestFinished(() => spy.mockRestore())
    for (let n = 0; n < times; n++) spy.mockRejectedValueOnce(new DecoderUnavailableError('it was killed'))
    return spy
  }

  it('retries a picture in a new process if the decoder failed', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada, cover: await plain('#123456', 120) })
    const spy = failDecoding(1)
    expect((await importMusic(open, folders)).pictures).toEqual([])
    expect(spy.mock.calls.map(([, options]) => options?.isFresh)).toEqual([undefined, true])
    expect((await readCatalogue(open)).albums[0]!.profile_path).not.toBe('')
  })

  it('keeps the pictures of album and artist while the decoder fails, and retries on the next import', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada })
    await put('Ada/First/cover.jpg', await plain('#123456', 120))
    await importMusic(open, folders)
    const looks = async () => {
      const { albums, artists } = await readCatalogue(open)
      return [...albums, ...artists].map(row => [row.profile_path, row.color, row.thumbhash])
    }
    const before = await looks()
    await put('Ada/First/cover.jpg', await plain('#fedcba', 120))
    failDecoding(2)
    expect(await importMusic(open, folders)).toMatchObject({
      skipped: [],
      pictures: [
        {
          path: join(folders.music, 'Ada/First/cover.jpg'),
          reason: 'it was killed; the next import tries again',
        },
      ],
    })
    expect(await looks()).toEqual(before)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1, pictures: [] })
    const [album, artist] = await looks()
    expect(album).not.toEqual(before[0])
    expect(artist).toEqual(album)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 1 })
  })

  it('notices a cover that is added or removed later', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    await importMusic(open, folders)
    await put(
      'Ada/First/front.webp',
      await sharp(await plain('#0055aa', 64))
        .webp()
        .toBuffer(),
    )
    expect(await importMusic(open, folders)).toMatchObject({ changed: 2, added: 0 })
    expect((await readCatalogue(open)).albums[0]!.profile_path).not.toBe('')
    await rm(join(folders.music, 'Ada/First/front.webp'))
    expect(await importMusic(open, folders)).toMatchObject({ changed: 2, added: 0 })
    expect((await readCatalogue(open)).albums[0]!.profile_path).toBe('')
  })

  it('processes each picture once', async () => {
    const open = await openTest()
    const cover = await plain('#aa5500', 100)
    const paths = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'], { cover })
    await writeAlbum(folders.music, 'Ada/Second', { ...ada, ALBUM: 'Second' }, ['01 One.mp3'], { cover })
    await importMusic(open, folders)
    const [folder] = await readdir(join(folders.dataDir, 'pictures'))
    const kept = join(folders.dataDir, 'pictures', folder!)
    expect(await readdir(kept)).toHaveLength(FIRST_SIZES.length + 1)
    // A mark in place of a small derivative shows whether it is made again.
    const [marked] = await readdir(kept)
    await writeFile(join(kept, marked!), 'mark')
    await retag(paths[0]!, { ...ada, TITLE: 'Another' }, cover)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1 })
    expect((await readCatalogue(open)).albums.every(album => album.profile_path !== '')).toBe(true)
    expect(
      await sharp(join(kept, marked!))
        .metadata()
        .catch(() => 'mark'),
    ).toBe('mark')
  })

  it('finds a cover again after its file was moved, and in each album that has it', async () => {
    const open = await openTest()
    const cover = await plain('#0aa', 300)
    const move = (from: string, to: string) => rename(join(folders.music, from), join(folders.music, to))
    const isFound = async () => {
      const { profile_path } = (await readCatalogue(open)).albums[0]!
      return cover.equals(await originalOf(open, profile_path))
    }
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada, cover })
    await importMusic(open, folders)
    await move('Ada/First', 'Ada/Renamed')
    await importMusic(open, folders)
    expect(await isFound()).toBe(true)
    for (const ALBUM of ['Second', 'Third'])
      await writeTrack(folders.music, `Ada/${ALBUM}/1.flac`, { tags: { ...ada, ALBUM }, cover })
    await importMusic(open, folders)
    await rm(join(folders.music, 'Ada/Renamed'), { recursive: true })
    await rm(join(folders.music, 'Ada/Third'), { recursive: true })
    expect(await isFound()).toBe(true)
  })

  it('stores one of both, where a cover is or its bytes, whichever albums have it', async () => {
    const open = await openTest()
    const cover = await plain('#3a7', 300)
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada, cover })
    await importMusic(open, folders)
    // Such tags hold it as text, in which it is not found again.
    await writeTrack(folders.music, 'Ada/Second/1.ogg', { tags: { ...ada, ALBUM: 'Second' }, cover })
    await importMusic(open, folders)
    const { profile_path } = (await readCatalogue(open)).albums[0]!
    expect(cover.equals(await readFile(join(folders.dataDir, originalName(profile_path))))).toBe(true)
    expect(existsSync(join(folders.dataDir, sourceName(profile_path)))).toBe(false)
  })

  it('remembers where a cover was moved to, also once its largest size is stored', async () => {
    const open = await openTest()
    const cover = await plain('#7a3', 300)
    await writeTrack(folders.music, 'Ada/First/1.mp3', { tags: ada, cover })
    await importMusic(open, folders)
    const { profile_path } = (await readCatalogue(open)).albums[0]!
    await writeFile(pictureFilePath(folders.dataDir, profile_path, 1024, 'webp'), 'largest')
    await rename(join(folders.music, 'Ada/First'), join(folders.music, 'Ada/Renamed'))
    await importMusic(open, folders)
    expect(cover.equals(await originalOf(open, profile_path))).toBe(true)
  })

  it('reads lyrics from the tags and from the .lrc file', async () => {
    const open = await openTest()
    await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: { ...ada, LYRICS: 'from the tag' } })
    await writeTrack(folders.music, 'Ada/First/02 Two.mp3', { tags: ada })
    await put('Ada/First/02 two.LRC', '[00:01.00]from the file')
    await importMusic(open, folders)
    const bodies = async () =>
      (await readCatalogue(open)).lyrics.map(({ synced, body }) => [synced, body]).sort()
    expect(await bodies()).toContainEqual([1, '[00:01.00]from the file'])
    await put('Ada/First/02 two.LRC', '[00:01.00]from the changed file')
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1 })
    expect(await bodies()).toContainEqual([1, '[00:01.00]from the changed file'])
    await rm(join(folders.music, 'Ada/First/02 two.LRC'))
    await importMusic(open, folders)
    expect((await bodies()).some(([, body]) => String(body).includes('file'))).toBe(false)
  })
})
