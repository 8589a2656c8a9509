import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { chordAt, harmony, mod12, scaleOver, voiceChords } from './harmony.ts'
import { drawMotif, writeMelody } from './melody.ts'

const song = harmony(9, 'minor', '0:m9 5:m9 8:maj9 7:7b9', 4)

describe('harmony', () => {
  it('voices chords with their own tones, in range and with small movements', () => {
    const range = { low: 50, high: 72, voices: 4, rootless: true }
    const voiced = voiceChords(song.chords, range)
    for (const [i, pitches] of voiced.entries()) {
      const chord = song.chords[i]!
      const own = chord.tones.map(tone => mod12(chord.root + tone))
      expect(pitches).toHaveLength(4)
      for (const pitch of pitches) {
        expect(own).toContain(mod12(pitch))
        expect(pitch).toBeGreaterThanOrEqual(range.low - 5)
        expect(pitch).toBeLessThanOrEqual(range.high + 5)
      }
      const before = voiced[i - 1]
      if (before)
        expect(pitches.reduce((sum, pitch, v) => sum + Math.abs(pitch - before[v]!), 0) / 4).toBeLessThan(5)
    }
  })

  it('adapts the scale to a chord outside the key', () => {
    const dominant = song.chords[3]!
    expect(scaleOver(song, dominant)).toContain(mod12(9 + 11))
    expect(scaleOver(song, dominant)).not.toContain(mod12(9 + 10))
  })
})

it('writes melodies that stay in range and lean on the chord', () => {
  const random = createRandom('melody')
  const motifs = [drawMotif(random, [1, 0.5, 0.5, 2]), drawMotif(random, [1.5, 0.5, 1, 1])]
  const line = writeMelody({
    random,
    song,
    motifs,
    tessitura: { low: 64, high: 81 },
    from: 0,
    to: 128,
    rest: 0,
  })
  expect(line.length).toBeGreaterThan(60)
  for (const note of line) {
    expect(note.pitch).toBeGreaterThanOrEqual(64)
    expect(note.pitch).toBeLessThanOrEqual(81)
    const chord = chordAt(song, note.beat)
    const allowed =
      note.weight > 0.8 ? chord.tones.map(tone => mod12(chord.root + tone)) : scaleOver(song, chord)
    expect(allowed).toContain(mod12(note.pitch))
  }
})
