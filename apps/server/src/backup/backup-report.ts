import { OperatorError } from '../settings.ts'
import type { BackupReport } from './make-backup.ts'
import { readSnapshot } from './repository/manifest.ts'
import type { Repository } from './repository/repository.ts'

const count = (value: number, noun: string) =>
  `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** One line for a finished backup. */
export function describeBackup(report: BackupReport, label: string, elapsedMs: number): string {
  const { id, rows, files, newBytes, newChunks, chunks } = report
  const seconds = (elapsedMs / 1000).toFixed(1)
  return `Stored the snapshot ${id} in ${label}: ${count(rows, 'row')}, ${count(files, 'file')}; ${megabytes(newBytes)} new in ${newChunks} of ${count(chunks, 'chunk')}, ${seconds} s.`
}

/** One line for each snapshot, oldest first; for a damaged one, why it cannot be read. */
export async function describeSnapshots(
  repository: Repository,
): Promise<{ readonly lines: readonly string[]; readonly isDamaged: boolean }> {
  const ids = await repository.listSnapshots()
  if (ids.length === 0) return { lines: ['There are no complete snapshots.'], isDamaged: false }
  const lines: string[] = []
  let isDamaged = false
  for (const id of ids) {
    const described = await describeSnapshot(repository, id).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error
      isDamaged = true
      return error.message
    })
    lines.push(`${id}  ${described}`)
  }
  return { lines, isDamaged }
}

async function describeSnapshot(repository: Repository, id: string): Promise<string> {
  const { at, tables, files } = await readSnapshot(repository, id)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${new Date(at).toISOString()}  ${count(rows, 'row')}, ${count(files.count, 'file')}`
}
