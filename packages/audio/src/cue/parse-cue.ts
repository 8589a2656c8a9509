import { UnreadableError } from '../audio-info.ts'
import { parseDate } from '../tags/read-date.ts'
import { readIsrc } from '../tags/read-isrc.ts'
import { cleanText } from '../tags/tag-text.ts'
import { type CueFile, type CueSheet, type CueTrack, MAX_TRACKS } from './cue-sheet.ts'

/** Longest sheet in characters: one of 99 tracks has 20,000. */
export const MAX_SHEET = 512 * 1024
const MAX_LINES = 20_000
const MAX_LINE = 2_000
const MAX_FILES = 99
const MAX_NAME = 300
/** Frames of a CD in a second. */
const FRAMES = 75
const MAX_GAIN = 64
const MAX_PEAK = 16
const TIME = /^(\d{1,2})\s+(\d{1,4}):(\d{1,2}):(\d{1,2})$/
/** What follows a name in a FILE line. */
const FILE_TYPES = ['wave', 'mp3', 'aiff', 'binary', 'motorola', 'flac', 'ape', 'wv', 'ogg']

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type OpenTrack = Writable<CueTrack> & { hasStart: boolean }
interface OpenFile {
  readonly name: string
  readonly tracks: OpenTrack[]
}

/**
 * Parses a cue sheet, as lenient as it is without guessing: lines may end in any way, quotes may be missing, unknown commands
 * are ignored.
 * @throws UnreadableError with the reason if it describes no tracks, or not where they begin
 */
export function parseCue(text: string): CueSheet {
  if (text.length > MAX_SHEET) throw new UnreadableError('it is too long for a cue sheet')
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > MAX_LINES) throw new UnreadableError('it has too many lines for a cue sheet')
  const reader = new CueReader()
  for (const [n, line] of lines.entries()) reader.take(line.slice(0, MAX_LINE), n + 1)
  return reader.finish()
}

class CueReader {
  readonly #disc: Writable<Omit<CueSheet, 'files'>> = {
    ...{ title: '', performer: '', genre: '', date: '', disc: 0, albumGain: null, albumPeak: null },
  }
  readonly #files: OpenFile[] = []
  #track: OpenTrack | undefined

  take(line: string, number: number): void {
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(line.replaceAll('\0', ' ').trim()) ?? []
    const command = word.toUpperCase()
    if (command === 'FILE') this.#openFile(rest)
    else if (command === 'TRACK') this.#openTrack(rest, number)
    else if (command === 'INDEX') this.#setIndex(rest, number)
    else if (command === 'TITLE') (this.#track ?? this.#disc).title = unquote(rest)
    else if (command === 'PERFORMER') (this.#track ?? this.#disc).performer = unquote(rest)
    else if (command === 'ISRC' && this.#track) this.#track.isrc = readIsrc(rest)
    else if (command === 'REM') this.#takeRemark(rest)
  }

  finish(): CueSheet {
    const files = this.#files.filter(file => file.tracks.length > 0)
    if (files.length === 0) throw new UnreadableError('it has no tracks: it is no cue sheet')
    for (const { tracks } of files) {
      const open = tracks.find(track => !track.hasStart)
      if (open) throw new UnreadableError(`its track ${open.number} has no INDEX 01`)
    }
    return { ...this.#disc, files: files.map(toFile) }
  }

  #openFile(rest: string): void {
    if (this.#files.length >= MAX_FILES) throw new UnreadableError('it names too many files')
    this.#files.push({ name: readFileName(rest), tracks: [] })
    // A track may begin in the next file, after a gap at the end of this one.
    const track = this.#track
    if (!track || track.hasStart) return
    this.#files.at(-2)?.tracks.pop()
    this.#files.at(-1)?.tracks.push(track)
  }

  #openTrack(rest: string, line: number): void {
    const [, number, type = ''] = /^(\d{1,3})(?:\s+(\S+))?/.exec(rest) ?? []
    const file = this.#files.at(-1)
    if (number === undefined) throw new UnreadableError(`its line ${line} names no track`)
    if (!file) throw new UnreadableError(`it names no file before line ${line}`)
    if (file.tracks.length >= MAX_TRACKS) throw new UnreadableError('it has more than 99 tracks in a file')
    this.#track = {
      ...{ number: Number(number), isAudio: !/^(mode|cdi)/i.test(type), title: '', performer: '' },
      ...{ isrc: '', trackGain: null, trackPeak: null, start: 0, hasStart: false },
    }
    file.tracks.push(this.#track)
  }

  #setIndex(rest: string, line: number): void {
    const [, index, minutes, seconds, frames] = (TIME.exec(rest) ?? []).map(Number)
    const isTime = index !== undefined && Number(seconds) < 60 && Number(frames) < FRAMES
    if (!isTime || !this.#track) throw new UnreadableError(`its line ${line} has no valid time`)
    if (index !== 1) return
    this.#track.start = Number(minutes) * 60 + Number(seconds) + Number(frames) / FRAMES
    this.#track.hasStart = true
  }

  #takeRemark(rest: string): void {
    const [, word = '', value = ''] = /^(\w+)\s+(.*)$/s.exec(rest) ?? []
    const [name, text] = [word.toUpperCase(), unquote(value)]
    if (name === 'DATE') this.#disc.date ||= parseDate(text)
    else if (name === 'GENRE') this.#disc.genre ||= text
    else if (name === 'DISCNUMBER') this.#disc.disc = Number(/^\d{1,3}/.exec(text)?.[0] ?? 0)
    else if (name === 'REPLAYGAIN_ALBUM_GAIN') this.#disc.albumGain = readGain(text)
    else if (name === 'REPLAYGAIN_ALBUM_PEAK') this.#disc.albumPeak = readPeak(text)
    else if (name === 'REPLAYGAIN_TRACK_GAIN' && this.#track) this.#track.trackGain = readGain(text)
    else if (name === 'REPLAYGAIN_TRACK_PEAK' && this.#track) this.#track.trackPeak = readPeak(text)
  }
}

const toFile = ({ name, tracks }: OpenFile): CueFile => ({
  name,
  tracks: tracks.map(({ hasStart, ...track }) => track),
})

/** A text with or without its quotes, of which one may be missing, and others may be part of it. */
function unquote(text: string): string {
  const isOdd = text.split('"').length % 2 === 0
  const inner = text.startsWith('"') || isOdd ? text.replace(/^"/, '').replace(/"$/, '') : text
  return cleanText(inner.replaceAll('\\"', '"'))
}

/** The name in a FILE line, without its type and the folders of another machine. */
function readFileName(rest: string): string {
  const quoted = /^"([^"]+)"/.exec(rest)?.[1]
  const name = quoted ?? withoutType(rest.replace(/^"/, ''))
  return cleanText(name.split(/[\\/]/).at(-1), MAX_NAME)
}

/** Looks at the last word: a pattern would begin at each of many blanks. */
function withoutType(text: string): string {
  const type = text.split(/\s/).at(-1)!
  const isType = type.length < text.length && FILE_TYPES.includes(type.toLowerCase())
  return isType ? text.slice(0, -type.length).trimEnd() : text
}

function readGain(text: string): number | null {
  const value = /^[-+]?\d+(?:\.\d+)?(?=\s*(?:dB)?$)/i.exec(text)?.[0]
  return value !== undefined && Math.abs(Number(value)) <= MAX_GAIN ? Number(value) : null
}

function readPeak(text: string): number | null {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0
  return value > 0 && value <= MAX_PEAK ? value : null
}
