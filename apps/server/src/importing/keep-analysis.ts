import { ANALYSIS_VERSION, type AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import type { Transaction } from '../database/tables.ts'
import type { WaitingSound } from './waiting-sounds.ts'

const NOTHING = new Uint8Array(0)

/** Keeps what was heard in a sound, or why nothing was. A track that has gone meanwhile is passed over. */
export async function keepAnalysis(
  tx: Transaction,
  { trackId, audioId, size, mtimeMs }: WaitingSound,
  found: AudioAnalysis | { readonly problem: string },
): Promise<void> {
  const track = await tx.selectFrom('tracks').select('id').where('id', '=', trackId).executeTakeFirst()
  if (!track) return
  const analysis =
    'problem' in found
      ? { loudness: null, peak: null, blocks: NOTHING, waveform: NOTHING, problem: found.problem }
      : { ...found, problem: '' }
  const row = { audio_id: audioId, size, mtime_ms: mtimeMs, method: ANALYSIS_VERSION, ...analysis }
  await tx
    .insertInto('sound_analyses')
    .values({ track_id: trackId, ...row })
    .onConflict(conflict => conflict.column('track_id').doUpdateSet(row))
    .execute()
  await tx
    .updateTable('catalogue_version')
    .set(eb => ({ sound_version: eb('sound_version', '+', 1) }))
    .execute()
}
