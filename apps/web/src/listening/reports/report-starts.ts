import { appendInterestedArtist, appendInterestedGenre } from '@refrain/contract/listening/interests'
import { recordPlayedTrack } from '@refrain/contract/listening/plays'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { readToken } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { createIdleTask } from '../../ui/timing/idle-task.ts'
import { suggestionsQuery } from '../queue/suggestions-query.ts'
import { reportFailure } from './report-failure.ts'

/** Debounce: skipped tracks report no artist or genre. */
const QUIET_MS = 3_000

export interface StartReports {
  note(track: PlayerTrack): void
  /** The user has logged out: discards what was not sent. */
  forget(): void
}

/**
 * Reports started tracks to the server for other devices, and the artist and genre of the track that stays,
 * unless they are the latest already; members only. Failures are only logged to the console.
 */
export function createStartReports(): StartReports {
  let started: PlayerTrack[] = []
  let reported = nothingReported(null)
  let isDone: Promise<void> = Promise.resolve()
  const sending = createIdleTask(() => {
    isDone = isDone.then(sendAll)
  }, QUIET_MS)

  async function sendAll(): Promise<void> {
    const tracks = started
    started = []
    const token = await readToken()
    const latest = tracks.at(-1)
    if (token === null || !latest) return
    if (reported.token !== token) reported = nothingReported(token)
    const known = reported
    await sendInterests(known, latest)
    for (const { id } of tracks)
      if (!known.played.has(id) && (await send(known, () => call(recordPlayedTrack, { trackId: id }))))
        known.played.add(id)
  }

  async function sendInterests(known: Reported, { artistId, genre }: PlayerTrack): Promise<void> {
    const before = { ...known }
    if (
      artistId !== known.artistId &&
      (await send(known, () => call(appendInterestedArtist, { id: artistId })))
    )
      known.artistId = artistId
    if (
      genre !== '' &&
      genre !== known.genre &&
      (await send(known, () => call(appendInterestedGenre, { genre })))
    )
      known.genre = genre
    if (known.artistId !== before.artistId || known.genre !== before.genre) refreshSuggestions(known.token)
  }

  /** @returns whether the server accepted it; stops once the user of `known` has logged out */
  async function send(known: Reported, report: () => Promise<unknown>): Promise<boolean> {
    if (known !== reported) return false
    try {
      await report()
      return true
    } catch {
      await reportFailure(known.token, 'Failed to update interests')
      return false
    }
  }

  return {
    note(track) {
      started.push(track)
      sending.schedule()
    },
    forget() {
      sending.cancel()
      started = []
      reported = nothingReported(null)
    },
  }
}

/** Visible suggestions stay as they are; if there were none, the first ones appear. */
function refreshSuggestions(token: string | null): void {
  const { queryKey } = suggestionsQuery(token)
  const isEmpty = queryClient.getQueryData(queryKey)?.length === 0
  void queryClient.invalidateQueries({ queryKey, refetchType: isEmpty ? 'active' : 'none' })
}

interface Reported {
  readonly token: string | null
  artistId: string
  genre: string
  readonly played: Set<string>
}

const nothingReported = (token: string | null): Reported => ({
  token,
  artistId: '',
  genre: '',
  played: new Set(),
})
