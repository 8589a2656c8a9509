import type { Stands } from '@refrain/audio/tags/names/split-names'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'

/** Replaces the questions of some tracks, with what was known of the names when they were read. */
export async function saveQuestions(
  tx: Transaction,
  tracks: readonly { readonly trackId: string; readonly questions: readonly string[] }[],
  stands: Stands,
): Promise<void> {
  const ids = tracks.map(({ trackId }) => trackId)
  await tx.deleteFrom('name_questions').where('track_id', 'in', ids).execute()
  const rows = tracks.flatMap(({ trackId, questions }) =>
    questions.map(name => ({ track_id: trackId, name, stood: stands(name) ? 1 : 0 })),
  )
  for (const some of inChunks(rows, 100)) await tx.insertInto('name_questions').values(some).execute()
}
