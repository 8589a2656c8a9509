import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { OperatorError } from '../../settings.ts'
import type { Database } from '../tables.ts'

const PAGES_IN_STEP = 5_000
/** The name of a copy that is being made has the number of its process. */
const UNDER_WAY = /\.(\d+)-[\da-f-]{36}\.tmp/

/** Names of the copies that this process is writing. */
const inProgress = new Set<string>()

/**
 * Copies an embedded database before migrations change it, as `refrain.db.before-013-…`. Older copies are removed.
 * @param done migrations that have run
 * @param next the first migration that will run
 * @returns the copy's path
 * @throws OperatorError if there is no room for it
 */
export async function copyBeforeUpgrade(
  db: Database,
  done: readonly string[],
  next: string,
): Promise<string> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file ?? ''
  const copy = `${file}.before-${next}`
  const temporary = `${copy}.${process.pid}-${randomUUID()}.tmp`
  try {
    inProgress.add(basename(temporary))
    // First, to make room: a start that is killed again and again would fill the disk.
    await removeAbandoned(file)
    await copyDatabase(file, temporary)
    // Otherwise another process is updating it, and has made a copy of its own.
    if (hasSteps(temporary, done)) await rename(temporary, copy)
    await removeOlder(file, copy)
    return copy
  } catch (error) {
    throw new OperatorError(
      `The database could not be copied before its update (${(error as Error).message}): make room in DATA_DIR and start again.`,
    )
  } finally {
    inProgress.delete(basename(temporary))
    await rm(temporary, { force: true })
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to, { rate: PAGES_IN_STEP })
  } finally {
    source.close()
  }
  const file = await open(to, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function hasSteps(path: string, steps: readonly string[]): boolean {
  const copy = new DatabaseSync(path)
  try {
    // In one file, without a log beside it.
    copy.exec('pragma journal_mode = delete')
    const found = copy.prepare('select name from schema_steps').all()
    return found.length === steps.length && found.every(row => steps.includes(String(row.name)))
  } finally {
    copy.close()
  }
}

async function removeOlder(file: string, copy: string): Promise<void> {
  await removeCopies(file, name => !UNDER_WAY.test(name) && name !== basename(copy))
}

/** Removes what killed processes have copied. */
async function removeAbandoned(file: string): Promise<void> {
  await removeCopies(file, name => {
    const [temporary, pid] = UNDER_WAY.exec(name) ?? []
    if (temporary === undefined) return false
    const isOwn = Number(pid) === process.pid
    return isOwn ? ![...inProgress].some(each => name.startsWith(each)) : !isRunning(Number(pid))
  })
}

async function removeCopies(file: string, isUnused: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.before-`) || !isUnused(name)) continue
    await rm(join(dirname(file), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
