import type { Rendition } from '@refrain/contract/media/streams'
import type { MediaFile } from '../storage/media-storage.ts'
import { readBytes } from '../storage/read-bytes.ts'

/**
 * The response must arrive completely before playback starts; players request the rest of a longer fragment
 * by range.
 */
const MAX_BYTES = 32 * 1024

/**
 * The first bytes of a rendition, up to the end of its first fragment: enough for playback to start.
 * @param file that the rendition's ranges refer to
 */
export async function readFirstFragment(
  { init, fragments }: Rendition,
  file: MediaFile,
): Promise<Buffer | undefined> {
  const [first] = fragments
  if (!first) return undefined
  const [offset, length] = first
  const from = init?.[0] ?? offset
  return readBytes(file, from, Math.min(offset + length - from, MAX_BYTES))
}
