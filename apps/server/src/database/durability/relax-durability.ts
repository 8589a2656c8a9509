import { sql } from 'kysely'
import type { OpenDatabase } from '../open.ts'

/** Stops waiting for the disk at each commit. For imports: the next run repeats what a power cut loses. */
export async function relaxDurability({ db, dialect }: OpenDatabase): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(db)
}
