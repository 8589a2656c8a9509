import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@refrain/server/testing/servers/free-port'
import { root } from '../../scripts/runtime.mjs'
import { memoryOf, processorOf } from '../load/process-tree.ts'
import type { ImportCost } from './run-import.ts'
import { sizeOf } from './size-of.ts'

const ASK_EVERY_MS = 5
const LOOK_EVERY_MS = 100

export interface NpmStart {
  readonly port: number
  /** Of npm, whose child is the service. */
  readonly pid: number
  /** From the command to the first answer. */
  readonly seconds: number
  readonly processorSeconds: number
  /** Proportional memory of all processes at its peak so far. */
  peakMb(): number
  output(): string
  stop(): Promise<void>
}

/**
 * Runs `npm start`, as in a terminal of its own, until the service answers.
 * @param folder another checkout
 * @throws Error if it ends before
 */
export async function npmStart(
  args: readonly string[],
  dataDir: string,
  folder: string = root,
): Promise<NpmStart> {
  const port = await freePort()
  const startedAt = performance.now()
  const npm = spawn('npm', ['start', '--', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, LOG_FORMAT: 'text', SET_UP: 'off' },
      ...{ DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_SCALE: '1000000' },
    },
  })
  const pid = npm.pid as number
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  let peakMb = 0
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(pid))
  }, LOOK_EVERY_MS)
  npm.once('exit', () => clearInterval(look))
  while (!(await isAnswering(port))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended: ${output}`)
    await wait(ASK_EVERY_MS)
  }
  return {
    ...{ port, pid, seconds: (performance.now() - startedAt) / 1000, processorSeconds: processorOf(pid) },
    peakMb: () => peakMb,
    output: () => output,
    async stop() {
      if (npm.exitCode !== null) return
      npm.kill()
      await once(npm, 'exit')
    },
  }
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

/** The first start with a collection, until it has been added. Processor and memory are those of all processes. */
export async function measureFirstStart(
  music: string,
  dataDir: string,
): Promise<ImportCost & { dataMb: number }> {
  const startedAt = performance.now()
  const started = await npmStart(['--music', music], dataDir)
  try {
    while (!started.output().includes('has been added')) await wait(LOOK_EVERY_MS)
    return {
      seconds: (performance.now() - startedAt) / 1000,
      processorSeconds: processorOf(started.pid),
      peakMb: started.peakMb(),
      dataMb: sizeOf(dataDir),
    }
  } finally {
    await started.stop()
  }
}
