import { findScannable } from '../../administration/collection/collection-folders.ts'
import { scheduleBackups } from '../../backup/schedule-backups.ts'
import type { Database } from '../../database/tables.ts'
import { analyseInBackground } from '../../importing/analysis/analyse-in-background.ts'
import type { PriorityTracks } from '../../importing/analysis/priority-tracks.ts'
import { watchInBackground } from '../../importing/watching/watch-in-background.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { LocalCopies } from '../../media/storage/local-copies.ts'
import type { Settings } from '../../settings.ts'
import type { MusicChoice } from './choose-music.ts'
import { watchMusic } from './watch-music.ts'

interface BackgroundParts {
  readonly db: Database
  readonly settings: Settings
  readonly priority: PriorityTracks
  readonly sample: MusicChoice['sample']
  /** Called when this process has imported what had changed. */
  readonly onImport: () => void
}

/** Starts backups, loudness analysis and watching. @returns stops them; resolves when they have ended */
export function startBackground(parts: BackgroundParts): () => Promise<void> {
  const { db, settings, priority, sample, onImport } = parts
  const { dataDir, objectStorage } = settings
  const stopBackups = scheduleBackups(db, settings)
  const stopAnalysis = analyseInBackground(db, dataDir, {
    priority,
    copies: new LocalCopies(new CollectionBuckets(objectStorage), dataDir),
    ...(sample && { isReady: sample.isReady }),
  })
  const stopWatching = watchInBackground({
    db,
    readFolders: () => readWatchedFolders(db, settings),
    start: (folders, onEnd) => watchMusic({ db, settings, folders, onEnd, onImport }),
  })
  return async () => {
    await Promise.all([stopBackups(), stopAnalysis(), stopWatching()])
  }
}

/** The folders to watch; none while watching is off, or imports are paused. */
async function readWatchedFolders(
  db: Database,
  { given, music }: Pick<Settings, 'given' | 'music'>,
): Promise<readonly string[]> {
  const { watch } = await readLiveSettings(db, given)
  return watch === 'on' && !(await isPaused(db, 'imports')) ? findScannable(db, music) : []
}
