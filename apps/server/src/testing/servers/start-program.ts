import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const START_WITHIN_MS = 30_000

export interface RunningProgram {
  readonly pid: number
  /** What it has printed so far. */
  output(): string
  /** Sends the signal. Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/**
 * Starts a server program and waits until it listens on a loopback port.
 * @param advice how to install it
 * @throws Error with its output if it does not start
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  { port, advice }: { port: number; advice: string },
): Promise<RunningProgram> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const cannotStart = once(child, 'error').then(([cause]) => {
    throw new Error(`${program} does not start: ${advice}`, { cause })
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += chunk
    })
  }
  await Promise.race([cannotStart, listening(child, port, () => text)])
  return {
    pid: child.pid as number,
    output: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

async function listening(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const until = Date.now() + START_WITHIN_MS
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${child.spawnfile} did not start:\n${output()}`)
    }
    await wait(20)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
