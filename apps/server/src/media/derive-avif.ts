import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'

const JOBS = 2
const MOST_WAITING = 4
/** Measured on covers: half the bytes of the WebP at the same look; a higher effort doubles the time. */
const AVIF = { quality: 50, effort: 3 }

const underWay = new Map<string, Promise<void>>()
let running = 0
const waiting: (() => void)[] = []

/**
 * Makes an AVIF beside a WebP, once however many ask, two at a time.
 * @returns undefined where too many wait already: the WebP will do for now
 */
export function deriveAvif(webp: string, avif: string, size: number): Promise<void> | undefined {
  const making = underWay.get(avif)
  if (making) return making
  if (waiting.length >= MOST_WAITING) return undefined
  const made = inTurn(() => make(webp, avif, size)).finally(() => underWay.delete(avif))
  underWay.set(avif, made)
  return made
}

async function inTurn(job: () => Promise<void>): Promise<void> {
  if (running >= JOBS) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    await job()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function make(webp: string, avif: string, size: number): Promise<void> {
  // Only who needs it loads the picture library.
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
