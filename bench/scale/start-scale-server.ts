import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Place } from './place.ts'

interface ServerState {
  readonly memoryMb: number
  /** Longest time since the last reading that the event loop was blocked. */
  readonly stallMs: number
}

export interface ScaleServer {
  readonly port: number
  readState(): Promise<ServerState>
  stop(): Promise<void>
}

export async function startScaleServer({ dataDir, databaseUrl }: Place): Promise<ScaleServer> {
  const child = fork(fileURLToPath(new URL('scale-server.ts', import.meta.url)), [dataDir, databaseUrl])
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async readState() {
      child.send('state')
      const [state] = (await once(child, 'message')) as [ServerState]
      return state
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
