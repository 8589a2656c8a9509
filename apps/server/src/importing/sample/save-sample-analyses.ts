import type { SampleAnalysis } from '@refrain/demo'
import type { Database } from '../../database/tables.ts'
import { saveAnalysis } from '../analysis/analysis-writer.ts'
import { type PendingTrack, readPendingTracks } from '../analysis/pending-track-store.ts'
import { writeBatch } from '../write-batch.ts'

/** Stores loudness and waveforms of the sample catalogue, which are known before its tracks are rendered. */
export async function saveSampleAnalyses(
  db: Database,
  analyses: ReadonlyMap<string, SampleAnalysis>,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: { tracks: PendingTrack[]; next: string | undefined } = await readPendingTracks(db, after)
    await writeBatch(db, async tx => {
      for (const track of page.tracks) {
        const found = analyses.get(track.audioId)
        if (found) await saveAnalysis(tx, track, found)
      }
    })
    after = page.next
  }
}
