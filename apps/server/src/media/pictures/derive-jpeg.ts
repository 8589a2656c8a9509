import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { PREVIEW_SIZE } from '@refrain/contract/media/pictures'

const JPEG = { quality: 82, mozjpeg: true }
const MOST_WAITING = 50

const making = new Map<string, Promise<boolean>>()
let last = Promise.resolve(true)

/**
 * Makes the JPEG for link previews beside a WebP, once however many ask, one after the other.
 * @returns false where it could not be made now: the WebP will have to do
 */
export function deriveJpeg(webp: string, jpeg: string): Promise<boolean> {
  const begun = making.get(jpeg)
  if (begun) return begun
  if (making.size >= MOST_WAITING) return Promise.resolve(false)
  last = last.then(() => make(webp, jpeg)).finally(() => making.delete(jpeg))
  making.set(jpeg, last)
  return last
}

async function make(webp: string, jpeg: string): Promise<boolean> {
  const aside = `${jpeg}.${randomUUID()}.tmp`
  try {
    // Only who needs it loads the picture library.
    const { default: sharp } = await import('sharp')
    // Small pictures are enlarged: the page has said how large this one is.
    await sharp(webp).resize(PREVIEW_SIZE, PREVIEW_SIZE, { fit: 'cover' }).jpeg(JPEG).toFile(aside)
    await rename(aside, jpeg)
    return true
  } catch (error) {
    await rm(aside, { force: true })
    console.error(`A JPEG could not be made: ${(error as Error).message}`)
    return false
  }
}
