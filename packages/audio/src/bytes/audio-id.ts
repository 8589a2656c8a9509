import { createHash } from 'node:crypto'
import type { FileBytes } from './file-bytes.ts'

const SAMPLE = 16 * 1024
const ID_LENGTH = 22

/** A short id: the first characters of the SHA-256 in base64url. */
export function shortId(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, ID_LENGTH)
}

/** Identifies the audio between two positions by its length and samples of its bytes. */
export function computeAudioId(bytes: FileBytes, codec: string, start: number, end: number): string {
  const length = Math.max(0, end - start)
  const at = (position: number) => bytes.read(position, Math.min(SAMPLE, Math.max(0, end - position)))
  return shortId(
    `${codec} ${length} `,
    at(start),
    at(start + Math.floor(length / 2)),
    at(Math.max(start, end - SAMPLE)),
  )
}
