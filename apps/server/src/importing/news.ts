import type { Database } from '../database/tables.ts'
import { beginRoots } from './collection-roots.ts'
import type { WriteSlice } from './write-slice.ts'

/** Whether an album that comes in is news. @param artistSince when its artist came into the catalogue */
export type IsNews = (root: string, artistSince: number) => boolean

/**
 * What listeners are told of: what comes into a folder that was gone through to its end before, by an artist who was
 * there before this run, and before those that were broken off and that this one goes on with. A back catalogue that
 * comes in for the first time is not news, album by album.
 * @param told 'everything' where the operator wants all of it told, 'nothing' for the sample catalogue
 */
export async function findNews(
  db: Database,
  roots: readonly string[],
  told: 'everything' | 'nothing' | 'what is new',
  write: WriteSlice,
): Promise<IsNews> {
  if (told === 'nothing') return () => false
  const known = await beginRoots(db, roots, { now: Date.now(), write })
  if (told === 'everything') return () => true
  return (root, artistSince) => {
    const { whole, begunAt } = known.get(root) ?? { whole: false, begunAt: 0 }
    return whole && artistSince < begunAt
  }
}
