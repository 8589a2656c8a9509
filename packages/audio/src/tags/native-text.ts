import type { IAudioMetadata } from 'music-metadata'

/** Kinds of tags, the most reliable first: ID3v1 has 30 bytes for a text and numbers only. */
const KINDS = [
  'matroska',
  'APEv2',
  'vorbis',
  'ID3v2.4',
  'ID3v2.3',
  'ID3v2.2',
  'exif',
  'asf',
  'iTunes',
  'AIFF',
  'ID3v1',
]

/**
 * The text of a field as written, before the library makes a number of it; '' without one.
 * @param ids of the field in all kinds of tags, in capitals
 */
export function nativeText({ native }: IAudioMetadata, ids: readonly string[]): string {
  for (const kind of KINDS) {
    for (const { id, value } of native[kind] ?? []) {
      const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      if (isText && ids.includes(id.replace(/^TXXX:/, '').toUpperCase())) return String(value)
    }
  }
  return ''
}
