import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFile } from 'music-metadata'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SampleAlbum, sampleCatalogue } from '../catalogue/sample-catalogue.ts'
import { renderTrack } from './render-track.ts'
import { isRendered, writeAlbum } from './write-album.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refrain-demo-'))
})
afterAll(() => rm(folder, { recursive: true }))

const albums = sampleCatalogue()
const withLyrics = albums.find(album => album.tracks.some(track => track.lrc))!
const lossless = albums.find(album => album.tracks[0]!.audio.codec === 'flac')!
const several = albums.find(album => album.tracks.some(track => track.tags.artists.length > 2))!

async function expectTags(album: SampleAlbum): Promise<void> {
  for (const track of album.tracks) {
    const { common } = await parseFile(join(folder, track.file), { skipCovers: true })
    expect(common).toMatchObject({
      title: track.tags.title,
      artists: track.tags.artists,
      album: album.title,
      albumartist: album.artist,
      track: { no: track.tags.track, of: track.tags.trackTotal },
      disk: { no: track.tags.disc, of: track.tags.discTotal },
      date: track.tags.date,
      genre: track.tags.genres,
    })
    expect(common.replaygain_track_gain?.dB).toBeCloseTo(track.tags.trackGain, 2)
    expect(common.replaygain_album_peak?.ratio).toBeCloseTo(track.tags.albumPeak, 4)
  }
}

it('writes placeholders with readable tags and no audio', async () => {
  for (const album of [withLyrics, lossless, several]) {
    await writeAlbum(folder, album)
    await expectTags(album)
    for (const track of album.tracks) expect(await isRendered(join(folder, track.file))).toBe(false)
  }
  const song = withLyrics.tracks.find(track => track.lrc)!
  expect(await readFile(join(folder, song.file.replace('.mp3', '.lrc')), 'utf8')).toBe(song.lrc)
})

it('writes a cover into the album folder and a picture into the artist folder', async () => {
  const cover = await sharp(join(folder, withLyrics.folder, 'cover.jpg')).metadata()
  const picture = await sharp(join(folder, withLyrics.artistFolder, 'artist.jpg')).metadata()
  expect([cover.format, cover.width, cover.height]).toEqual(['jpeg', 1200, 1200])
  expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', 1000, 1000])
})

it('keeps existing files', async () => {
  const path = join(folder, withLyrics.tracks[0]!.file)
  await writeFile(path, 'mine')
  await writeAlbum(folder, withLyrics)
  expect(await readFile(path, 'utf8')).toBe('mine')
})

it('replaces a placeholder by the finished track with the same tags', { timeout: 30_000 }, async () => {
  const track = several.tracks[0]!
  const brief = { ...track, recipe: { ...track.recipe, bars: 2 } }
  await renderTrack(folder, brief)
  expect(await isRendered(join(folder, track.file))).toBe(true)
  expect((await stat(join(folder, track.file))).size).toBeGreaterThan(100_000)
  await expectTags({ ...several, tracks: [track] })
})
