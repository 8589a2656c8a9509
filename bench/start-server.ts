import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Load, type LoadResult, runLoad } from './load.ts'

export interface BenchServer {
  readonly port: number
  /** Runs a load against it; also tells the processor time of this server for each request. */
  measure(load: Omit<Load, 'port'>): Promise<LoadResult & { cpuMicros: number }>
  stop(): void
}

/** Starts a program of this folder that sends its port and answers every message with its processor time. */
export async function startServer(program: string, args: readonly string[]): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
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
