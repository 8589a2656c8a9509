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
export function nativeText(metadata: IAudioMetadata, ids: readonly string[]): string {
  return nativeTexts(metadata, ids)[0] ?? ''
}

/** All values of a field in the most reliable kind of tags that has it. @param ids as for `nativeText` */
export function nativeTexts({ native }: IAudioMetadata, ids: readonly string[]): string[] {
  for (const kind of KINDS) {
    const found = (native[kind] ?? []).filter(({ id, value }) => {
      const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      return isText && ids.includes(id.replace(/^TXXX:/, '').toUpperCase())
    })
    if (found.length > 0) return found.map(({ value }) => String(value))
  }
  return []
}
