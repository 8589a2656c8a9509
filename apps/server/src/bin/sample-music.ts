import type { OpenDatabase } from '../database/open.ts'
import type { Sample } from '../importing/sample.ts'

let sample: Promise<Sample> | undefined

/** Puts the sample catalogue in; resolves when its first albums can be browsed. */
export async function start(options: { open: OpenDatabase; dataDir: string }): Promise<void> {
  sample ??= import('../importing/sample.ts').then(({ startSample }) => startSample(options))
  await sample
}

/** Renders a track of the sample catalogue that is asked for before it is there. */
export async function prepareFile(path: string): Promise<void> {
  await (await sample)?.prepareFile(path)
}

/** False for a track of the sample catalogue that is still to be rendered. */
export async function isReady(path: string): Promise<boolean> {
  return (await (await sample)?.isReady(path)) ?? true
}

export function stop(): void {
  void sample?.then(started => started.stop())
}
