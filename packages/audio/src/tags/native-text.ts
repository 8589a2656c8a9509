import type { IAudioMetadata } from 'music-metadata'
import { TAG_KINDS } from './tag-kinds.ts'

/**
 * The text of a field as written, before the library makes a number of it; '' without one.
 * @param ids of the field in all kinds of tags, in capitals
 */
export function nativeText({ native }: IAudioMetadata, ids: readonly string[]): string {
  for (const kind of TAG_KINDS) {
    for (const { id, value } of native[kind] ?? []) {
      const isText = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
      if (isText && ids.includes(id.replace(/^TXXX:/, '').toUpperCase())) return String(value)
    }
  }
  return ''
}
