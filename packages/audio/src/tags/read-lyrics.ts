import { decodeText } from '@refrain/contract/decode-text'
import type { ICommonTagsResult } from 'music-metadata'
import { cleanLines } from './tag-text.ts'

const MAX_LYRICS = 128 * 1024
const TIMED_LINE = /^\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]/m

export interface Lyrics {
  /** True if `body` is LRC with timestamps. */
  readonly synced: boolean
  readonly body: string
}

/** Lyrics from tags; those with timestamps take precedence. */
export function readLyrics(common: ICommonTagsResult): Lyrics | undefined {
  const tags = common.lyrics ?? []
  const timed = tags.find(tag => tag.timeStampFormat === 2 && tag.syncText?.length > 0)
  if (timed) {
    const lines = timed.syncText.map(line => `[${stamp(line.timestamp ?? 0)}]${line.text.trim()}`)
    return asLyrics(lines.join('\n'))
  }
  for (const tag of tags) {
    const lyrics = asLyrics(tag.text ?? tag.syncText?.map(line => line.text).join('\n') ?? '')
    if (lyrics) return lyrics
  }
  return undefined
}

/** The content of an `.lrc` file: UTF-8, UTF-16 with a byte order mark, or else Latin-1. */
export function parseLyricsFile(bytes: Uint8Array): Lyrics | undefined {
  return asLyrics(decodeText(bytes))
}

function asLyrics(text: string): Lyrics | undefined {
  const body = cleanLines(text, MAX_LYRICS)
  return body === '' ? undefined : { synced: TIMED_LINE.test(body), body }
}

/** Formats milliseconds as in LRC: `01:02.30`. */
function stamp(milliseconds: number): string {
  const hundredths = Math.max(0, Math.round(milliseconds / 10))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
