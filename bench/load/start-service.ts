import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@refrain/server/testing/servers/free-port'
import { programIn } from './program-in.ts'

const ASK_EVERY_MS = 5

export interface RunningService {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts the whole service, with everything that runs in its background. Resolves when it is ready.
 * @param databaseUrl '' for the embedded database
 * @param tree of the sources, if not this revision's
 * @param settings beside the defaults, by their names in the environment
 * @throws Error if it ends before
 */
export async function startService(
  {
    dataDir,
    databaseUrl,
    tree,
  }: { readonly dataDir: string; readonly databaseUrl: string; readonly tree?: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    ...settings,
  }
  // The flags that npm start gives the service are those that this bench got.
  const child = spawn(process.execPath, [...process.execArgv, programIn(tree, 'serve')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('The service ended before it was ready.')
    await wait(ASK_EVERY_MS)
  }
  return {
    port,
    pid: child.pid as number,
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}
