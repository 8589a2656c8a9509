import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVE = fileURLToPath(new URL('../../apps/server/src/bin/serve.ts', import.meta.url))
const READY = /ready: (http:\/\/\S+)/
const READY_WITHIN_MS = 60_000

export interface Service {
  /** Where the pages are: `http://127.0.0.1:40123`. */
  readonly address: string
  /** What it has printed so far. */
  printed(): string
  stop(): Promise<void>
}

/**
 * Starts the real service on a free port with a data folder of its own.
 * Without `music` it serves the sample catalogue.
 */
export async function startService(options: { music?: string[]; dataDir?: string } = {}): Promise<Service> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  const music = (options.music ?? []).flatMap(folder => ['--music', folder])
  const child = spawn(process.execPath, [SERVE, ...music], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MUSIC: '',
      RATE_LIMIT_SCALE: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', chunk => {
    text += chunk
  })
  child.stderr.on('data', chunk => {
    text += chunk
  })
  const address = await readyAddress(child, () => text)
  return {
    address,
    printed: () => text,
    async stop() {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function readyAddress(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The service did not get ready: ${printed()}`)),
      READY_WITHIN_MS,
    )
    child.stdout?.on('data', () => {
      const address = READY.exec(printed())?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The service ended with ${code}: ${printed()}`))
    })
  })
}
