import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../../scripts/build.mjs'

const READY = /ready: (http:\/\/\S+)/
const WITHIN_MS = 60_000

export interface Service {
  /** Base URL of the pages: `http://127.0.0.1:40123`. */
  readonly address: string
  /** Its output so far. */
  output(): string
  /**
   * Waits for a match in its output.
   * @throws Error after a minute, with the output so far
   */
  waitForOutput(text: RegExp): Promise<RegExpExecArray>
  /** Runs a command of the operator, such as `admin`, while the service runs. Returns its exit status and output. */
  run(command: string, args: readonly string[]): Promise<{ status: number | null; output: string }>
  /** Runs the import command on folders while the service runs. Returns its exit status and report. */
  import(folders: readonly string[]): Promise<{ status: number | null; output: string }>
  stop(): Promise<void>
  /** Ends it at once, and leaves its data folder: for a process that ends itself. */
  kill(): void
}

/**
 * Starts the real service on a free port with its own data folder. Without `music` it serves the sample
 * catalogue; `settings` override the environment.
 */
export async function startService(
  options: { music?: string[]; dataDir?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<Service> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  const music = (options.music ?? []).flatMap(folder => ['--music', folder])
  const service = start(programPath('serve'), music, dataDir, options.settings)
  const waitForOutput = (text: RegExp) => waitForText(service, text)
  const address = (await waitForOutput(READY))[1] ?? ''
  async function run(command: string, args: readonly string[]) {
    const program = start(programPath(command), args, dataDir, options.settings)
    return { status: await program.ended, output: program.output() }
  }
  return {
    address,
    output: service.output,
    waitForOutput,
    run,
    import: folders => run('import', folders),
    async stop() {
      service.child.kill('SIGTERM')
      await service.ended
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
    kill: () => void service.child.kill('SIGKILL'),
  }
}

interface Program {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
}

function start(
  program: string,
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MUSIC: '',
      RATE_LIMIT_SCALE: '0',
      LOG_FORMAT: 'text',
      SET_UP: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const append = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return { child, ended, output: () => text }
}

function waitForText({ child, ended, output }: Program, text: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`${why} before it output ${text}: ${output()}`))
    const timer = setTimeout(() => giveUp('A minute passed'), WITHIN_MS)
    const look = () => {
      const match = text.exec(output())
      if (!match) return
      clearTimeout(timer)
      child.stdout?.off('data', look)
      resolve(match)
    }
    child.stdout?.on('data', look)
    look()
    ended.then(status => {
      clearTimeout(timer)
      giveUp(`The service ended with ${status}`)
    })
  })
}
