import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Load, type LoadResult, runLoad } from './load.ts'

export type Measured = LoadResult & {
  /** Server processor time per request. */
  readonly cpuMicros: number
}

export interface BenchServer {
  readonly port: number
  readonly pid: number
  /** Runs a load against the server. */
  measure(load: Omit<Load, 'port'>): Promise<Measured>
  stop(): void
}

/**
 * Starts a program of bench/server, which sends its port and replies to each message with its processor time.
 */
export async function startServer(name: 'http-server', args: readonly string[]): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL(`../server/${name}.ts`, import.meta.url)), args)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid as number,
    async measure(load) {
      const before = await cpuOf(child)
      const result = await runLoad({ ...load, port })
      const micros = (await cpuOf(child)) - before
      return { ...result, cpuMicros: micros / (result.perSecond * load.seconds) }
    },
    stop: () => child.kill(),
  }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [micros] = (await once(child, 'message')) as [number]
  return micros
}

/** The program's side: call this when it listens. */
export function reportToBench(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit())
  process.send?.(port)
}

/**
 * Sides are measured alternately and compared by the median ratio of the rounds, because the machine is never
 * idle.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
