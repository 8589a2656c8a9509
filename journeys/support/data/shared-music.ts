import type { ToneAlbum } from './music.ts'

/** Long enough that a track still plays at the next step, even on a slow machine. */
const LONG = 60
const SHORT = 20
/** Of tracks that no journey plays: the service analyses all of them. */
const MOMENT = 1

export const PURE_TONES = {
  artist: 'The Oscillators',
  album: 'Pure Tones',
  year: 2021,
  colour: '#a02e3c',
  tracks: [
    { title: 'First Tone', frequency: 440, seconds: LONG },
    { title: 'Second Tone', frequency: 660, seconds: LONG },
    { title: 'Third Tone', frequency: 880, seconds: LONG },
  ],
} satisfies ToneAlbum

/** Titles with what separates names, and with what would be markup. */
export const SECOND_SIGNS = {
  artist: 'Les Sinus',
  album: 'Second Signs',
  year: 1998,
  colour: '#1f7a3d',
  genre: 'Slow Tones',
  tracks: [
    { title: 'Low - Tone', frequency: 440, seconds: MOMENT },
    { title: 'Øre & <Tone>', frequency: 440, seconds: MOMENT },
    { title: 'High Tone', frequency: 660, seconds: LONG },
  ],
} satisfies ToneAlbum

/** Of `WAVES`, by their places. */
const PLAYED = [1, 2, 25, 26]

/** Longer than any window. */
export const WAVES = {
  artist: 'The Waves',
  album: 'Waves',
  year: 2020,
  colour: '#2e5a8c',
  genre: 'Slow Tones',
  tracks: Array.from({ length: 40 }, (_, index) => ({
    title: `Wave ${String(index + 1).padStart(2, '0')}`,
    frequency: 440,
    seconds: PLAYED.includes(index + 1) ? SHORT : MOMENT,
  })),
} satisfies ToneAlbum

/** Titles of any length and script. */
export const NAMES = {
  artist: 'Les Sinus',
  album: 'Names',
  year: 2019,
  colour: '#8c7a2e',
  tracks: [
    'Short',
    'A title so very long that no panel in the world would have the room to show it whole',
    'مرحبا بالعالم الجميل جدا',
    '夜の海を渡る長い長い旅の終わりに',
  ].map((title, index) => ({ title, frequency: 440, seconds: index === 0 ? LONG : MOMENT })),
} satisfies ToneAlbum

/** Lines of the sung track, one every two seconds, in several scripts. */
export const LINES = Array.from(
  { length: 28 },
  (_, place) => `${['A line that is sung', 'نغمة', '歌'][place % 3]} ${place + 1}`,
)
const LRC = LINES.map((line, place) => `[00:${String(2 * place + 1).padStart(2, '0')}.00]${line}`).join('\n')

export const WORDS = {
  artist: 'The Singers',
  album: 'Words',
  year: 2018,
  colour: '#7a2e8c',
  tracks: [
    { title: 'Sung', frequency: 440, seconds: LONG, lyrics: LRC },
    { title: 'Wordless', frequency: 660, seconds: LONG },
  ],
} satisfies ToneAlbum

/** The music of journeys that only need some. What is equal in several tracks is encoded once. */
export const SHARED_MUSIC: readonly ToneAlbum[] = [PURE_TONES, SECOND_SIGNS, WAVES, NAMES, WORDS]
