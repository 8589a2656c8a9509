import { tmpdir } from 'node:os'
import { freePort } from './free-port.ts'
import { startProgram } from './start-program.ts'

const ADVICE = 'install it (Debian: apt-get install redis-server).'

export interface TestRedis {
  readonly url: string
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** It keeps its connections and answers nothing until `resume`. */
  stall(): void
  /** Answers everything that was sent meanwhile. */
  resume(): void
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
}

/** Starts a Redis without persistence on a free loopback port. The caller kills it. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', tmpdir()]
  const launch = () =>
    startProgram('redis-server', [...args, '--save', '', '--appendonly', 'no'], { port, advice: ADVICE })
  let running = await launch()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => running.end('SIGKILL'),
    stall: () => void process.kill(running.pid, 'SIGSTOP'),
    resume: () => void process.kill(running.pid, 'SIGCONT'),
    async start() {
      running = await launch()
    },
  }
}
