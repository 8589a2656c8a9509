import type { Database } from '../../database/tables.ts'

/** The waveform of a track, null if it is not analysed yet; undefined if there is no such track. */
export function readWaveform(db: Database, trackId: string) {
  return db
    .selectFrom('tracks')
    .leftJoin('sound_analyses', 'sound_analyses.track_id', 'tracks.id')
    .select('sound_analyses.waveform')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}
