import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { PREVIEW_SIZE } from '@refrain/contract/media/pictures'

const JPEG = { quality: 82, mozjpeg: true }
const MAX_WAITING = 50

const pending = new Map<string, Promise<boolean>>()
let last = Promise.resolve(true)

/**
 * Creates the JPEG for link previews beside a WebP: once per picture, one at a time.
 * @returns false if it could not be created now: serve the WebP instead
 */
export function deriveJpeg(webp: string, jpeg: string): Promise<boolean> {
  const begun = pending.get(jpeg)
  if (begun) return begun
  if (pending.size >= MAX_WAITING) return Promise.resolve(false)
  last = last.then(() => make(webp, jpeg)).finally(() => pending.delete(jpeg))
  pending.set(jpeg, last)
  return last
}

async function make(webp: string, jpeg: string): Promise<boolean> {
  const aside = `${jpeg}.${randomUUID()}.tmp`
  try {
    // Loaded on first use: sharp is large.
    const { default: sharp } = await import('sharp')
    // Small pictures are enlarged: the page has already declared this size.
    await sharp(webp).resize(PREVIEW_SIZE, PREVIEW_SIZE, { fit: 'cover' }).jpeg(JPEG).toFile(aside)
    await rename(aside, jpeg)
    return true
  } catch (error) {
    await rm(aside, { force: true })
    console.error(`A JPEG could not be made: ${(error as Error).message}`)
    return false
  }
}
