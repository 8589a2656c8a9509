import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'

/** Measured on covers: half the size of the WebP at the same quality; a higher effort doubles the time. */
const AVIF = { quality: 50, effort: 3 }
const MAX_WAITING = 200

const pending = new Set<string>()
let last = Promise.resolve()

/** Starts to create an AVIF beside a WebP: once per picture, one at a time; until then the WebP is served. */
export function deriveAvif(webp: string, avif: string, size: number): void {
  if (pending.has(avif) || pending.size >= MAX_WAITING) return
  pending.add(avif)
  last = last
    .then(() => make(webp, avif, size))
    .catch(error => console.error(`An AVIF could not be made: ${(error as Error).message}`))
    .finally(() => pending.delete(avif))
}

async function make(webp: string, avif: string, size: number): Promise<void> {
  // Loaded on first use: sharp is large.
  const { default: sharp } = await import('sharp')
  const aside = `${avif}.${randomUUID()}.tmp`
  try {
    await sharp(webp).resize(size, size, { withoutEnlargement: true, fit: 'inside' }).avif(AVIF).toFile(aside)
    await rename(aside, avif)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
