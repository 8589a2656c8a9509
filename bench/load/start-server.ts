import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Load, type LoadResult, runLoad } from './load.ts'

export type Measured = LoadResult & {
  /** Processor time of the server for each request. */
  readonly cpuMicros: number
}

export interface BenchServer {
  readonly port: number
  readonly pid: number
  /** Runs a load against it. */
  measure(load: Omit<Load, 'port'>): Promise<Measured>
  stop(): void
}

/** Starts a program of bench/server, which sends its port and answers every message with its processor time. */
export async function startServer(
  name: 'http-server' | 'audio-server',
  args: readonly string[],
): Promise<BenchServer> {
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

/** The other side: to be called by the program once it listens. */
export function reportToBench(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit())
  process.send?.(port)
}

/** Sides are measured in turn, and their ratio is the median of the rounds': the machine is never quiet. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
