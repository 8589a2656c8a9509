import { startRoots } from './collection/root-store.ts'
import type { LeasedDatabase } from './leased-database.ts'

/** Whether to announce a new album. @param artistSince when its artist was added to the catalogue */
export type AnnouncementRule = (root: string, artistSince: number) => boolean

/**
 * Decides which new albums followers are notified of. By default those in a folder that was imported completely
 * before, by an artist who was in the catalogue before this run and any interrupted runs that it resumes: the first
 * import of a back catalogue is not announced album by album.
 * @param mode 'all' if the operator asks for it, 'none' for the sample catalogue
 */
export async function decideAnnouncements(
  database: LeasedDatabase,
  roots: readonly string[],
  mode: 'all' | 'none' | 'new',
): Promise<AnnouncementRule> {
  if (mode === 'none') return () => false
  const known = await startRoots(database, roots, Date.now())
  if (mode === 'all') return () => true
  return (root, artistSince) => {
    const { isComplete, startedAt } = known.get(root) ?? { isComplete: false, startedAt: 0 }
    return isComplete && artistSince < startedAt
  }
}
