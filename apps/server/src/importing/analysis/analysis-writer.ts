import { ANALYSIS_VERSION, type AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import type { Transaction } from '../../database/tables.ts'
import type { PendingTrack } from './pending-track-store.ts'

const NOTHING = new Uint8Array(0)

/** Stores the analysis of a track, or why it failed. Does nothing if the track was removed meanwhile. */
export async function saveAnalysis(
  tx: Transaction,
  { trackId, audioId, size, mtimeMs }: PendingTrack,
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
