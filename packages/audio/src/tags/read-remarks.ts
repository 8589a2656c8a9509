import type { IAudioMetadata } from 'music-metadata'
import { nativeTexts } from './native-text.ts'
import { cleanLines, cleanText } from './tag-text.ts'

const MAX_COMMENT = 1_000
const MAX_MOODS = 8
const MAX_MOOD = 64
const MAX_BPM = 999
/** Comments that programs write for themselves, such as `iTunNORM`. */
const OF_PROGRAMS = /^(?:iTun|ID3v1 Comment|Songs-DB_|MusicMatch_)/i
const ADVISORY = ['RTNG', 'ITUNESADVISORY', '----:COM.APPLE.ITUNES:ITUNESADVISORY']
const MOOD_SEPARATORS = /[;,/\0]/

/** What tags say of a track beside names, numbers and dates. */
export interface Remarks {
  /** Beats per minute, 0 if unknown. */
  readonly bpm: number
  readonly comment: string
  readonly moods: readonly string[]
  /** Whether its words are for everybody; '' if nothing says so. */
  readonly explicit: '' | 'clean' | 'explicit'
}

export const NO_REMARKS: Remarks = { bpm: 0, comment: '', moods: [], explicit: '' }

export function readRemarks(metadata: IAudioMetadata): Remarks {
  const { common } = metadata
  const bpm = Math.round(Number(common.bpm))
  const moods = [common.mood]
    .flat()
    .flatMap(text => (typeof text === 'string' ? text.split(MOOD_SEPARATORS) : []))
  return {
    bpm: bpm > 0 && bpm <= MAX_BPM ? bpm : 0,
    comment: readComment(common.comment ?? []),
    moods: [...new Set(moods.map(mood => cleanText(mood, MAX_MOOD)).filter(Boolean))].slice(0, MAX_MOODS),
    explicit: readAdvisory(nativeTexts(metadata, ADVISORY)[0]),
  }
}

function readComment(comments: readonly { readonly descriptor?: string; readonly text?: string }[]): string {
  const own = comments.find(({ descriptor, text }) => text?.trim() && !OF_PROGRAMS.test(descriptor ?? ''))
  return cleanLines(own?.text ?? '', MAX_COMMENT)
}

/** Apple's numbers: 1, before that 4, for explicit words, 2 for a version without them. */
function readAdvisory(text = ''): Remarks['explicit'] {
  const number = text.trim()
  if (number === '1' || number === '4') return 'explicit'
  return number === '2' ? 'clean' : ''
}
