import type { FileBytes } from '../bytes/file-bytes.ts'
import type { OggLink } from './ogg-links.ts'
import { walkPages } from './ogg-page.ts'

/** Longer packets are no audio. */
const MAX_PACKET = 4 * 1024 * 1024

/**
 * The packets of one stream, its headers first. Skips what stands between pages, and packets of which a page is missing or cut
 * off.
 */
export function* readLinkPackets(bytes: FileBytes, { stream, from, to }: OggLink): Generator<Uint8Array> {
  let begun: Uint8Array[] = []
  let size = 0
  let expected = -1
  for (const page of walkPages(bytes, from, to)) {
    if (page.serial !== stream.serial) continue
    if (page.continues ? page.sequence !== expected : begun.length > 0) begun = []
    // Without its beginning, the rest of a packet is of no use.
    let isWhole = !page.continues || begun.length > 0
    expected = page.sequence + 1
    let start = page.payload
    let at = start
    for (const length of page.segments) {
      at += length
      if (length === 255) continue
      if (isWhole) yield join(begun, bytes.read(start, at - start))
      begun = []
      size = 0
      isWhole = true
      start = at
    }
    size += at - start
    if (at > start && isWhole && size <= MAX_PACKET) begun.push(bytes.read(start, at - start).slice())
    else if (at > start) begun = []
  }
}

function join(begun: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return begun.length === 0 ? last.slice() : Buffer.concat([...begun, last])
}
