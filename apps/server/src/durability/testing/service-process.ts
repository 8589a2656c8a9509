import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { programPath } from '../../../../../scripts/build.mjs'

const SERVE = programPath('serve')
const READY = /^Refrain is ready: (\S+)/m
const START_WITHIN_MS = 60_000
/** Clock ticks a second in /proc, the same on all Linux machines that Node supports. */
const TICKS = 100

export interface ServiceProcess {
  /** Origin of the service. */
  readonly address: string
  /** Of Node, also below a wrapper. */
  readonly pid: number
  /** Seconds of processor time until the service was ready; undefined where there is no /proc. */
  readonly startSeconds: number | undefined
  /** What it has printed so far. */
  output(): string
  /** Sends the signal, unless one was sent before. @returns when the process has ended */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/**
 * Starts the service as a process of its own, without rate limits, on a free port.
 * @param env at least DATA_DIR or DATABASE_URL
 * @param wrapper program with arguments that runs Node, such as a tracer
 * @returns when it is ready
 * @throws Error with the output of a service that does not start
 */
export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  wrapper: readonly string[] = [],
): Promise<ServiceProcess> {
  const [program = '', ...args] = [...wrapper, process.execPath, SERVE]
  const child = spawn(program, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      LOG_FORMAT: 'text',
      // `npm test` sets it, as `npm start` does.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...{ PORT: '0', RATE_LIMIT_SCALE: '0', DATABASE_URL: '' },
      ...env,
    },
  })
  const cannotStart = once(child, 'error').then(([error]) => {
    throw new Error(`${program} does not start: install it.`, { cause: error })
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += chunk
    })
  }
  const address = await Promise.race([cannotStart, readyAddress(child, () => text)])
  const pid = wrapper.length > 0 ? childOf(child.pid as number) : (child.pid as number)
  const ended = once(child, 'exit')
  let isEnding = false
  return {
    address,
    pid,
    startSeconds: processorSeconds(pid),
    output: () => text,
    async end(signal) {
      if (!isEnding) process.kill(pid, signal)
      isEnding = true
      await ended
    },
  }
}

async function readyAddress(child: ChildProcess, text: () => string): Promise<string> {
  const ended = once(child, 'exit')
  const until = Date.now() + START_WITHIN_MS
  for (;;) {
    const address = READY.exec(text())?.[1]
    if (address) return address
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The service did not start:\n${text()}`)
    }
    await Promise.race([ended, once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  }
}

function childOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)
}

/** User and system time of a process, of all its threads. */
function processorSeconds(pid: number): number | undefined {
  try {
    // The name in parentheses may hold spaces; utime and stime are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return undefined
  }
}
