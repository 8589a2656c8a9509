import { spawn } from 'node:child_process'
import { memoryOf, processorOfEnded } from '../load/process-tree.ts'
import { programIn } from '../load/program-in.ts'

const LOOK_EVERY_MS = 50

/** A collection, and the data folder of the service that imports it. */
export interface Place {
  readonly dataDir: string
  readonly music: string
  /** Of the sources, if not this revision's. */
  readonly tree?: string
}

/** Of the whole program with all its processes, its start included. */
export interface ImportCost {
  readonly seconds: number
  readonly processorSeconds: number
  readonly peakMb: number
}

/** Starts an import that watches the collection, after the one that the service itself runs at its start. @returns ends it */
export function startWatching({ dataDir, music, tree }: Place): () => void {
  const child = spawn(
    process.execPath,
    [...process.execArgv, programIn(tree, 'import'), music, '--watch', '--wait'],
    {
      stdio: 'ignore',
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    },
  )
  return () => child.kill()
}

/** Imports a collection into an embedded database. @throws Error if the import fails */
export async function runImport({ dataDir, music, tree }: Place): Promise<ImportCost> {
  const [startedAt, processor] = [performance.now(), processorOfEnded()]
  const child = spawn(process.execPath, [...process.execArgv, programIn(tree, 'import'), music], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  let peakMb = 0
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(child.pid as number))
  }, LOOK_EVERY_MS)
  const status = await new Promise(resolve => child.on('exit', resolve))
  clearInterval(look)
  if (status !== 0) throw new Error(`The import ended with ${status}: ${output}`)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: processorOfEnded() - processor,
    peakMb,
  }
}
