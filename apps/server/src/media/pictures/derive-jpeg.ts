import { PREVIEW_SIZE } from '@refrain/contract/media/pictures'
import { log } from '../../log/log.ts'
import type { MediaStorage } from '../storage/media-storage.ts'

const JPEG = { quality: 82, mozjpeg: true }
const MAX_WAITING = 50

const pending = new Map<string, Promise<boolean>>()
let last = Promise.resolve(true)

/**
 * Creates the JPEG for link previews beside a WebP: once per picture, one at a time.
 * @param names in `storage`
 * @returns false if it could not be created now: serve the WebP instead
 */
export function deriveJpeg(storage: MediaStorage, names: { webp: string; jpeg: string }): Promise<boolean> {
  const { webp, jpeg } = names
  const begun = pending.get(jpeg)
  if (begun) return begun
  if (pending.size >= MAX_WAITING) return Promise.resolve(false)
  last = last.then(() => make(storage, webp, jpeg)).finally(() => pending.delete(jpeg))
  pending.set(jpeg, last)
  return last
}

async function make(storage: MediaStorage, webp: string, jpeg: string): Promise<boolean> {
  try {
    const source = await storage.read(webp)
    if (!source) throw new Error('its WebP is gone')
    // Loaded on first use: sharp is large.
    const { default: sharp } = await import('sharp')
    // Small pictures are enlarged: the page has already declared this size.
    const resized = sharp(source).resize(PREVIEW_SIZE, PREVIEW_SIZE, { fit: 'cover' })
    await storage.write([{ name: jpeg, bytes: await resized.jpeg(JPEG).toBuffer() }])
    return true
  } catch (error) {
    log.error(`A JPEG could not be made: ${(error as Error).message}`)
    return false
  }
}
