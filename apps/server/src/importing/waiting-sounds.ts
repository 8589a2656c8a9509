import type { AudioFile } from '@refrain/audio/format'
import { ANALYSIS_VERSION } from '@refrain/audio/loudness/analyse-audio'
import type { Database } from '../database/tables.ts'

const PAGE = 200

/** A sound that nobody has listened to yet. */
export interface WaitingSound {
  readonly trackId: string
  readonly audioId: string
  readonly size: number
  readonly mtimeMs: number
  readonly file: AudioFile
}

/**
 * The sounds of one page of the collection, in order of paths, that were not analysed: never, or when they
 * were others. One that could not be is tried again once its file is another.
 * @returns `next`: where to go on, undefined at the end
 */
export async function readWaitingSounds(
  db: Database,
  after: string,
): Promise<{ sounds: WaitingSound[]; next: string | undefined }> {
  const rows = await selectSounds(db)
    .where('files.path', '>', after)
    .orderBy('files.path')
    .limit(PAGE)
    .execute()
  return { sounds: waitingOf(rows), next: rows.length === PAGE ? rows.at(-1)?.path : undefined }
}

/** Those of one track's album, the track's own first. */
export async function readWaitingOfAlbum(db: Database, trackId: string): Promise<WaitingSound[]> {
  const albumId = db.selectFrom('tracks as own').select('own.album_id').where('own.id', '=', trackId)
  const rows = await selectSounds(db).where('tracks.album_id', '=', albumId).orderBy('files.path').execute()
  return waitingOf(rows).sort(
    (one, other) => Number(other.trackId === trackId) - Number(one.trackId === trackId),
  )
}

/** How many sounds nobody has listened to yet. */
export async function countWaitingSounds(db: Database): Promise<number> {
  let count = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const page = await readWaitingSounds(db, after)
    count += page.sounds.length
    after = page.next
  }
  return count
}

function selectSounds(db: Database) {
  return db
    .selectFrom('files')
    .innerJoin('tracks', 'tracks.id', 'files.track_id')
    .leftJoin('sound_analyses as heard', 'heard.track_id', 'files.track_id')
    .select([
      'files.path',
      'files.size',
      'files.mtime_ms',
      'files.audio_id',
      'tracks.id',
      'tracks.codec',
      'tracks.sample_rate',
      'tracks.channels',
      'tracks.true_samples',
      'tracks.priming_samples',
      'heard.audio_id as heard_id',
      'heard.size as heard_size',
      'heard.mtime_ms as heard_mtime_ms',
      'heard.method',
      'heard.problem',
    ])
    .where('files.missing', '=', 0)
}

function waitingOf(rows: Awaited<ReturnType<ReturnType<typeof selectSounds>['execute']>>): WaitingSound[] {
  return rows
    .filter(row => {
      if (row.heard_id !== row.audio_id || row.method !== ANALYSIS_VERSION) return true
      return row.problem !== '' && (row.heard_size !== row.size || row.heard_mtime_ms !== row.mtime_ms)
    })
    .map(row => ({
      trackId: row.id,
      audioId: row.audio_id,
      size: row.size,
      mtimeMs: row.mtime_ms,
      file: {
        path: row.path,
        codec: row.codec,
        sampleRate: row.sample_rate,
        channels: row.channels,
        trueSamples: row.true_samples,
        primingSamples: row.priming_samples,
      },
    }))
}
