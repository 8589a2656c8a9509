import { deleteBookmark, fetchBookmarks, saveBookmark } from '@refrain/contract/listening/bookmarks'
import { ownKey, readToken } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'

/** Local storage, of guests: `[track id, seconds]`, the latest first. */
const KEY = 'positions'
const MAX_LOCAL = 50

/** Where listeners have left long recordings. Members have them as bookmarks, which apps use too. */
export interface PositionStore {
  /** In seconds; 0 if there is none. @throws Error if it cannot be read */
  read(trackId: string): Promise<number>
  /** A failure is ignored: the next write comes soon. @param seconds 0 removes it */
  write(trackId: string, seconds: number): Promise<void>
}

export function createPositionStore(): PositionStore {
  /** Those that apps have written. */
  const comments = new Map<string, string>()
  return {
    async read(trackId) {
      const token = await readToken()
      if (token === null) return new Map(readPositions()).get(trackId) ?? 0
      const bookmarks = await queryClient.fetchQuery({
        queryKey: ownKey(token, 'bookmarks'),
        queryFn: ({ signal }) => call(fetchBookmarks, {}, signal),
        staleTime: 0,
      })
      const found = bookmarks.find(bookmark => bookmark.trackId === trackId)
      if (found?.comment) comments.set(trackId, found.comment)
      return (found?.positionMs ?? 0) / 1_000
    },
    async write(trackId, seconds) {
      if ((await readToken()) === null) return writePosition(trackId, seconds)
      // A page that is left does not wait for it.
      const options = { keepalive: true }
      const comment = comments.get(trackId)
      const sent =
        seconds > 0
          ? call(
              saveBookmark,
              { trackId, positionMs: Math.round(seconds * 1_000), ...(comment && { comment }) },
              undefined,
              options,
            )
          : call(deleteBookmark, { trackId }, undefined, options)
      await sent.catch(() => {})
    },
  }
}

function readPositions(): [string, number][] {
  try {
    const saved: unknown = JSON.parse(readLocal(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isPosition).slice(0, MAX_LOCAL) : []
  } catch {
    return []
  }
}

const isPosition = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1])

function writePosition(trackId: string, seconds: number): void {
  const others = readPositions().filter(([id]) => id !== trackId)
  const entries = seconds > 0 ? [[trackId, Math.round(seconds)], ...others] : others
  writeLocal(KEY, entries.length > 0 ? JSON.stringify(entries.slice(0, MAX_LOCAL)) : null)
}
