import type { IAudioMetadata } from 'music-metadata'
import { TAG_KINDS } from './tag-kinds.ts'

/**
 * The text of a field as written, before the library makes a number of it; '' without one.
 * @param ids of the field in all kinds of tags, in capitals
 */
export function nativeText(metadata: IAudioMetadata, ids: readonly string[]): string {
  return nativeTexts(metadata, ids)[0] ?? ''
}

/** All values of a field in the most reliable kind of tags that has it. @param ids as for `nativeText` */
export function nativeTexts({ native }: IAudioMetadata, ids: readonly string[]): string[] {
  for (const kind of TAG_KINDS) {
    const found = (native[kind] ?? []).filter(({ id, value }) => {
      const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      return isText && ids.includes(id.replace(/^TXXX:/, '').toUpperCase())
    })
    if (found.length > 0) return found.map(({ value }) => String(value))
  }
  return []
}
