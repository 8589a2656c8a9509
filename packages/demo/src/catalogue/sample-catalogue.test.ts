import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import { countSamples } from '../compose/recipe.ts'
import { coverShapes } from '../draw/draw-cover.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

const albums = sampleCatalogue()
const tracks = albums.flatMap(album => album.tracks)
const titles = tracks.map(track => track.tags.title)

describe('sampleCatalogue', () => {
  it('has more artists and albums than fit on one page, and many genres (PROP-64)', () => {
    expect(new Set(albums.map(album => album.artist)).size).toBeGreaterThanOrEqual(24)
    expect(albums.length).toBeGreaterThanOrEqual(30)
    expect(tracks.length).toBeGreaterThanOrEqual(120)
    expect(new Set(tracks.map(track => track.recipe.style)).size).toBeGreaterThanOrEqual(8)
    expect(new Set(tracks.flatMap(track => track.tags.genres)).size).toBeGreaterThanOrEqual(8)
    for (const album of albums) expect(album.tracks.length).toBeGreaterThan(3)
  })

  it('has short, long, accented, CJK and right-to-left titles (PROP-64)', () => {
    expect(titles.some(title => title.length <= 4)).toBe(true)
    expect(titles.filter(title => title.length <= 16).length).toBeGreaterThan(20)
    expect(titles.filter(title => title.length > 16).length).toBeGreaterThan(20)
    expect(titles.some(title => title.length > 60)).toBe(true)
    for (const script of [/[áéíóúñüöÉŻ]/u, /\p{Script=Han}/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u]) {
      expect(titles.some(title => script.test(title))).toBe(true)
    }
  })

  it('covers what the importer supports: several artists and genres, compilations, discs and lyrics', () => {
    expect(tracks.some(track => track.tags.artists.length > 2)).toBe(true)
    expect(tracks.some(track => track.tags.genres.length > 2)).toBe(true)
    expect(albums.filter(album => album.tracks.every(track => track.tags.compilation))).toHaveLength(1)
    expect(tracks.some(track => track.tags.disc === 2)).toBe(true)
    expect(tracks.filter(track => /^\[\d\d:\d\d\.\d\d\]\S/m.test(track.lrc)).length).toBeGreaterThan(3)
    for (const { tags } of tracks) expect(tags.date).toMatch(/^(199[89]|20[012]\d)-\d\d-\d\d$/)
  })

  it('gives every track a safe path and a unique audio id', () => {
    expect(new Set(tracks.map(track => track.file)).size).toBe(tracks.length)
    expect(new Set(tracks.map(track => track.audio.audioId)).size).toBe(tracks.length)
    for (const { file, audio } of tracks) {
      expect(audio.audioId).toMatch(/^[\w-]{22}$/)
      expect(audio.primingSamples).toBe(audio.codec === 'mp3' ? 1105 : 0)
      for (const part of file.split('/')) {
        expect(Buffer.byteLength(part)).toBeLessThan(200)
        expect(part).not.toMatch(/[\\:*?"<>|]|^\.|[. ]$/)
      }
    }
  })

  it('cuts the gapless album without gaps, at odd sample positions', () => {
    const parts = albums[0]!.tracks
    expect(parts.map(track => track.audio.codec)).toEqual(parts.map(() => 'flac'))
    expect(parts[0]!.range!.from).toBe(0)
    expect(parts.at(-1)!.range!.to).toBe(countSamples(parts[0]!.recipe))
    for (const [i, part] of parts.slice(1).entries()) expect(part.range!.from).toBe(parts[i]!.range!.to)
    expect(parts.some(part => part.range!.from % SAMPLE_RATE !== 0)).toBe(true)
  })

  it('draws a different cover for each album, without text', () => {
    const covers = albums.map(album => coverShapes(album.artist, album.title, album.number))
    expect(new Set(covers.map(cover => cover.replaceAll(/\bg\d+\b/g, ''))).size).toBe(albums.length)
    for (const cover of covers) {
      expect(cover).not.toMatch(/<text|NaN|undefined|Infinity/)
    }
  })

  it('composes every track within its length and the range of its instruments', {
    timeout: 20_000,
  }, () => {
    const heard = new Set<string>()
    for (const track of tracks) {
      // The tracks of the gapless album share one piece.
      if (heard.has(track.recipe.seed)) continue
      heard.add(track.recipe.seed)
      const seconds = countSamples(track.recipe) / SAMPLE_RATE
      const notes = compose(track.recipe).parts.flatMap(part => part.notes)
      expect(notes.length, track.file).toBeGreaterThan(60)
      const bad = notes.filter(
        note =>
          !(
            note.at >= 0 &&
            note.at < seconds &&
            note.length > 0 &&
            note.velocity > 0 &&
            note.velocity <= 1
          ) || !(note.pitch >= 0 && note.pitch <= 108),
      )
      expect(bad, track.file).toEqual([])
      // No silence of 6 seconds or more.
      for (let from = 0; from < seconds - 10; from += 6) {
        expect(
          notes.some(note => note.at < from + 6 && note.at + note.length > from),
          `${track.file} at ${from} s`,
        ).toBe(true)
      }
    }
  })
})
