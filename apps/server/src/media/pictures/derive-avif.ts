import { log } from '../../log/log.ts'
import type { MediaStorage } from '../storage/media-storage.ts'

/** Measured on covers: half the size of the WebP at the same quality; a higher effort doubles the time. */
const AVIF = { quality: 50, effort: 3 }
const MAX_WAITING = 200

const pending = new Set<string>()
let last = Promise.resolve()

/**
 * Starts to create an AVIF beside a WebP: once per picture, one at a time; until then the WebP is served.
 * @param names in `storage`
 */
export function deriveAvif(storage: MediaStorage, names: { webp: string; avif: string }, size: number): void {
  const { webp, avif } = names
  if (pending.has(avif) || pending.size >= MAX_WAITING) return
  pending.add(avif)
  last = last
    .then(() => make(storage, webp, avif, size))
    .catch(error => log.error(`An AVIF could not be made: ${(error as Error).message}`))
    .finally(() => pending.delete(avif))
}

async function make(storage: MediaStorage, webp: string, avif: string, size: number): Promise<void> {
  const source = await storage.read(webp)
  if (!source) throw new Error('its WebP is gone')
  // Loaded on first use: sharp is large.
  const { default: sharp } = await import('sharp')
  const resized = sharp(source).resize(size, size, { withoutEnlargement: true, fit: 'inside' })
  await storage.write([{ name: avif, bytes: await resized.avif(AVIF).toBuffer() }])
}
