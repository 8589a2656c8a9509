/** Scales in semitones above the tonic. */
const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  harmonic: [0, 2, 3, 5, 7, 8, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
} as const
export type ScaleName = keyof typeof SCALES

const QUALITIES: Record<string, readonly number[]> = {
  maj: [0, 4, 7],
  m: [0, 3, 7],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  lyd: [0, 4, 7, 11, 18],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  m11: [0, 3, 7, 10, 17],
  m6: [0, 3, 7, 9],
  '6': [0, 4, 7, 9],
  '69': [0, 4, 7, 9, 14],
  '7': [0, 4, 7, 10],
  '9': [0, 4, 7, 10, 14],
  '13': [0, 4, 7, 10, 21],
  '7b9': [0, 4, 7, 10, 13],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  '9sus': [0, 5, 7, 10, 14],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  m7b5: [0, 3, 6, 10],
  dim7: [0, 3, 6, 9],
  '5': [0, 7],
}

export interface Chord {
  /** Pitch class of the root, 0 = C. */
  root: number
  /** Semitones above the root, the root first. */
  tones: readonly number[]
}

export interface Harmony {
  tonic: number
  scale: readonly number[]
  chords: readonly Chord[]
  /** Length of each chord in beats. */
  beats: number
}

/** Parses chord symbols such as `0:maj9 9:m7`: semitones of the root above the tonic, then the quality. */
export function harmony(tonic: number, scale: ScaleName, symbols: string, beats: number): Harmony {
  const chords = symbols.split(' ').map(symbol => {
    const [semitones, quality] = symbol.split(':') as [string, string]
    const tones = QUALITIES[quality]
    if (!tones) throw new Error(`no such chord: ${symbol}`)
    return { root: (tonic + Number(semitones)) % 12, tones }
  })
  return { tonic, scale: SCALES[scale], chords, beats }
}

/** The chord at a beat; the progression repeats. */
export function chordAt(harmonyNow: Harmony, beat: number): Chord {
  const index = Math.floor(beat / harmonyNow.beats + 1e-6)
  return harmonyNow.chords[index % harmonyNow.chords.length]!
}

export const mod12 = (pitch: number) => ((pitch % 12) + 12) % 12

/** The pitch of the given pitch class that is nearest to `to`. */
export function nearest(pitchClass: number, to: number): number {
  const up = mod12(pitchClass - to)
  return up > 6 ? to + up - 12 : to + up
}

/** The lowest root of a chord at or above `low`. */
export function bassNote(chord: Chord, low: number): number {
  return low + mod12(chord.root - low)
}

/** Pitch classes that fit a chord: the key's scale, altered where the chord has other notes. */
export function scaleOver(key: { tonic: number; scale: readonly number[] }, chord: Chord): number[] {
  const classes = new Set(key.scale.map(step => mod12(key.tonic + step)))
  const own = chord.tones.map(tone => mod12(chord.root + tone))
  for (const tone of own) {
    if (classes.has(tone)) continue
    for (const neighbour of [mod12(tone - 1), mod12(tone + 1)]) {
      if (!own.includes(neighbour)) classes.delete(neighbour)
    }
    classes.add(tone)
  }
  return [...classes].sort((a, b) => a - b)
}

export interface VoicingRange {
  low: number
  high: number
  /** Number of voices; chords with fewer tones double some. */
  voices: number
  /** Omits the root, which the bass plays, if the chord has enough other tones. */
  rootless?: boolean
}

/** The voicing of the chord, closed or open, with the smallest movement from the previous one. */
function voiceChord(chord: Chord, range: VoicingRange, before?: readonly number[]): number[] {
  let classes = [...new Set(chord.tones.map(tone => mod12(chord.root + tone)))]
  if (range.rootless && classes.length > 3) classes = classes.slice(1)
  // With too many tones, drop the fifth first: it matters least.
  const fifth = mod12(chord.root + 7)
  while (classes.length > range.voices) {
    const drop = classes.indexOf(fifth)
    classes.splice(drop > 0 ? drop : classes.length - 2, 1)
  }
  const centre = before ? before.reduce((sum, p) => sum + p, 0) / before.length : (range.low + range.high) / 2
  let best: number[] = []
  let bestCost = Infinity
  for (let lowest = range.low; lowest < range.low + 14; lowest++) {
    if (!classes.includes(mod12(lowest))) continue
    const close = stack(lowest, classes, range.voices)
    for (const candidate of [close, open(close, 2), open(close, 3)]) {
      const cost = voicingCost(candidate, range, centre, before)
      if (cost < bestCost) {
        best = candidate
        bestCost = cost
      }
    }
  }
  return best
}

function stack(lowest: number, classes: readonly number[], voices: number): number[] {
  const pitches = [lowest]
  for (let pitch = lowest + 1; pitches.length < voices; pitch++)
    if (classes.includes(mod12(pitch))) pitches.push(pitch)
  return pitches
}

/** Drops the n-th voice from the top by an octave (drop-2, drop-3 voicings). */
function open(pitches: readonly number[], n: number): number[] {
  if (pitches.length < n + 1) return [...pitches]
  const opened = [...pitches]
  opened[pitches.length - n] = opened[pitches.length - n]! - 12
  return opened.sort((a, b) => a - b)
}

function voicingCost(
  pitches: readonly number[],
  range: VoicingRange,
  centre: number,
  before: readonly number[] | undefined,
): number {
  let cost = 0
  const middle = (range.low + range.high) / 2
  const mean = pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length
  cost += Math.abs(mean - middle) * 0.35 + Math.abs(mean - centre) * 0.5
  for (const pitch of pitches) cost += Math.max(0, range.low - pitch, pitch - range.high) * 3
  for (let i = 1; i < pitches.length; i++) {
    const gap = pitches[i]! - pitches[i - 1]!
    // Low seconds sound muddy; a second at the top masks the melody.
    if (gap <= 2 && pitches[i - 1]! < 53) cost += 6
    if (gap === 1 && i === pitches.length - 1) cost += 4
    if (gap > 9) cost += 2
  }
  if (before && before.length === pitches.length) {
    for (let i = 0; i < pitches.length; i++) cost += Math.abs(pitches[i]! - before[i]!) * 0.8
  }
  return cost
}

/** Voicings for a repeating progression with smooth voice leading, also from the last chord to the first. */
export function voiceChords(chords: readonly Chord[], range: VoicingRange): number[][] {
  const voiced: number[][] = []
  for (const chord of chords) voiced.push(voiceChord(chord, range, voiced.at(-1)))
  return voiced
}
