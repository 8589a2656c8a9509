import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { Rendition } from '@refrain/contract/media/streams'

const readFrom = promisify(read)
/**
 * The response must arrive completely before playback starts; players request the rest of a longer fragment
 * by range.
 */
const MAX_BYTES = 32 * 1024

/**
 * The first bytes of a rendition, up to the end of its first fragment: enough for playback to start.
 * @param fd of the file that the rendition's ranges refer to
 */
export async function readFirstFragment(
  { init, fragments }: Rendition,
  fd: number,
): Promise<Buffer | undefined> {
  const [first] = fragments
  if (!first) return undefined
  const [offset, length] = first
  const from = init?.[0] ?? offset
  const wanted = Math.min(offset + length - from, MAX_BYTES)
  const { bytesRead, buffer } = await readFrom(fd, Buffer.alloc(wanted), 0, wanted, from)
  return buffer.subarray(0, bytesRead)
}
