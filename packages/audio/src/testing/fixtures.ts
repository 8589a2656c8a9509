import { fileURLToPath } from 'node:url'

/** Samples in each `tone.*` fixture, at 44,100 Hz (Opus: at 48,000). */
export const FIXTURE_SAMPLES = 10_131
export const OPUS_FIXTURE_SAMPLES = 11_027

/** Path of a file in `fixtures/`. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))
}
