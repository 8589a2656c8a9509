import type { AudioFile } from '@refrain/audio/format'
import { ANALYSIS_VERSION } from '@refrain/audio/loudness/analyse-audio'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'

const PAGE = 200

/** A track that has not been analysed. */
export interface PendingTrack {
  readonly trackId: string
  readonly audioId: string
  readonly size: number
  readonly mtimeMs: number
  readonly file: AudioFile
}

/**
 * One page of tracks, sorted by path, that were never analysed or whose audio has changed since. A failed analysis is
 * retried when the file changes, and by a newer version of the analysis, as is one that heard nothing.
 * @returns `next`: `after` of the next page, undefined at the end
 */
export async function readPendingTracks(
  db: Database,
  after: string,
): Promise<{ tracks: PendingTrack[]; next: string | undefined }> {
  const rows = await selectTracks(db)
    .where('files.path', '>', after)
    .orderBy('files.path')
    .limit(PAGE)
    .execute()
  return { tracks: filterPending(rows), next: rows.length === PAGE ? rows.at(-1)?.path : undefined }
}

/** The pending tracks of a track's album, the track itself first. */
export async function readPendingOfAlbum(db: Database, trackId: string): Promise<PendingTrack[]> {
  const albumId = db.selectFrom('tracks as own').select('own.album_id').where('own.id', '=', trackId)
  const rows = await selectTracks(db).where('tracks.album_id', '=', albumId).orderBy('files.path').execute()
  return filterPending(rows).sort(
    (one, other) => Number(other.trackId === trackId) - Number(one.trackId === trackId),
  )
}

/** Number of tracks that have not been analysed. */
export async function countPendingTracks(db: Database): Promise<number> {
  let count = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const page = await readPendingTracks(db, after)
    count += page.tracks.length
    after = page.next
  }
  return count
}

function selectTracks(db: Database) {
  return db
    .selectFrom('files')
    .innerJoin('tracks', 'tracks.id', 'files.track_id')
    .leftJoin('sound_analyses as analysis', 'analysis.track_id', 'files.track_id')
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
      'tracks.first_sample',
      'analysis.audio_id as analysed_id',
      'analysis.size as analysed_size',
      'analysis.mtime_ms as analysed_mtime_ms',
      'analysis.method',
      'analysis.problem',
      'analysis.loudness',
    ])
    .where('files.missing', '=', 0)
}

/** Of a cut, its samples: it has no bytes of its own. */
const sizeOf = (
  row: Pick<
    Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>[number],
    'first_sample' | 'true_samples' | 'size'
  >,
) => (row.first_sample === null ? row.size : row.true_samples)

function filterPending(
  rows: Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>,
): PendingTrack[] {
  return rows
    .filter(row => {
      if (row.analysed_id !== row.audio_id) return true
      // A cut keeps its id when its end changes.
      if (row.first_sample !== null && row.analysed_size !== sizeOf(row)) return true
      if (row.method !== ANALYSIS_VERSION && (row.problem !== '' || row.loudness === null)) return true
      return (
        row.problem !== '' && (row.analysed_size !== sizeOf(row) || row.analysed_mtime_ms !== row.mtime_ms)
      )
    })
    .map(row => ({
      trackId: row.id,
      audioId: row.audio_id,
      size: sizeOf(row),
      mtimeMs: row.mtime_ms,
      file: {
        path: filePathOf(row.path),
        first: row.first_sample ?? undefined,
        codec: row.codec,
        sampleRate: row.sample_rate,
        channels: row.channels,
        trueSamples: row.true_samples,
        primingSamples: row.priming_samples,
      },
    }))
}
