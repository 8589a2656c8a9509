import * as z from 'zod/mini'
import { OperatorError } from '../../settings.ts'
import type { Repository } from './repository.ts'

const column = z.object({ name: z.string(), kind: z.enum(['integer', 'text', 'blob', 'real']) })

const table = z.object({
  name: z.string(),
  columns: z.array(column),
  rows: z.number(),
  sum: z.string(),
  chunks: z.array(z.string()),
})

const manifest = z.object({
  /** Epoch milliseconds at which the database was read. */
  at: z.number(),
  /** Migrations that had run. */
  steps: z.array(z.string()),
  /** Referenced tables first. */
  tables: z.array(table),
  /** Files of the data folder; the chunks hold one entry per line, see pack-files.ts. */
  files: z.object({ count: z.number(), bytes: z.number(), chunks: z.array(z.string()) }),
  /** Every chunk that the snapshot needs. */
  chunks: z.array(z.string()),
})

/** What a snapshot consists of. */
export type Manifest = z.infer<typeof manifest>
export type DumpedTable = z.infer<typeof table>

/** @throws OperatorError if the snapshot is damaged or of a newer program */
export async function readSnapshot(repository: Repository, id: string): Promise<Manifest> {
  const text = await repository.readManifest(id)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new OperatorError(`The snapshot ${id} is damaged.`)
  }
  const read = z.safeParse(manifest, parsed)
  if (!read.success) throw new OperatorError(`The snapshot ${id} is of another version: update Refrain.`)
  return read.data
}

/**
 * Chooses a snapshot.
 * @param wanted its id or the start of it; undefined for the newest
 * @throws OperatorError if there is none
 */
export async function chooseSnapshot(repository: Repository, wanted?: string): Promise<string> {
  const ids = await repository.listSnapshots()
  const id = ids.findLast(each => each.startsWith(wanted ?? ''))
  if (id !== undefined) return id
  const which = wanted === undefined ? 'no complete snapshot' : `no snapshot ${wanted}`
  throw new OperatorError(
    `There is ${which} in ${repository.target.label}: npm run backup -- --list shows them.`,
  )
}
