import type { OpenDatabase } from '../database/open.ts'
import type { StartedImport } from '../importing/import-status-routes.ts'
import type { Sample } from '../importing/sample.ts'

let sample: Promise<Sample> | undefined
let running: StartedImport | undefined

/** Puts the sample catalogue in; resolves when its first albums can be browsed. */
export async function start(options: { open: OpenDatabase; dataDir: string }): Promise<void> {
  running = { sample: true, total: 0 }
  sample ??= import('../importing/sample.ts').then(({ startSample }) => startSample(options))
  try {
    const { trackCount, imported } = await sample
    running = { sample: true, total: trackCount }
    void imported.then(() => {
      running = undefined
    })
  } catch (error) {
    running = undefined
    throw error
  }
}

/** Resolves when the sample catalogue is whole, or no more of it will come in. */
export async function imported(): Promise<void> {
  await (await sample)?.imported
}

/** The sample's import until it is over. */
export const startedImport = () => running

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
