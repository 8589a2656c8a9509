import type { Track } from '@refrain/contract/catalogue/tracks'
import { alternativeReading } from '@refrain/contract/library/playlist-files/names-from-path'
import type { MatchReason } from '@refrain/contract/library/playlist-tracks'
import { countLimits } from '@refrain/contract/limits'
import { readTracksByIds } from '../../catalogue/track-store.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'
import { matchNames } from './match-names.ts'
import { matchPaths } from './match-paths.ts'
import { matchPlaces } from './match-places.ts'
import type { Entry } from './playlist-entry.ts'

/** What was found for an entry. */
export interface Found {
  readonly id?: string | undefined
  readonly reason: MatchReason
  readonly candidates: readonly string[]
}

const UNKNOWN: Found = { reason: 'unknown', candidates: [] }

/**
 * Finds the catalogue's track for each entry, or null: by its path, else by its names, else by an alternative reading of its names.
 * @param signal aborts the search
 */
export async function matchTracks(
  open: Pick<OpenDatabase, 'db' | 'dialect'>,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<{ tracks: (Track | null)[]; reasons: MatchReason[]; candidates: string[][] }> {
  const yieldToRequests = createYield(signal)
  const found = await findTracks(open, entries, yieldToRequests)
  const tracks = new Map<string | undefined, Track>()
  const ids = [...found.values()].flatMap(({ id }) => id ?? [])
  for await (const slice of readTracksByIds(open.db, ids)) {
    for (const track of slice) tracks.set(track.id, track)
    await yieldToRequests()
  }
  const results = entries.map(entry => found.get(entry) ?? UNKNOWN)
  return {
    tracks: results.map(({ id }) => tracks.get(id) ?? null),
    reasons: results.map(({ reason }) => reason),
    candidates: results.map(({ candidates }) => [...candidates]),
  }
}

/**
 * Finds the track of each entry.
 * @param yieldToRequests is awaited between steps, and may abort
 * @returns by entry; entries of which nothing is known are left out
 */
export async function findTracks(
  open: Pick<OpenDatabase, 'db' | 'dialect'>,
  entries: readonly Entry[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<Entry, Found>> {
  const found = new Map<Entry, Found>()
  for (const [entry, id] of await matchPlaces(open, entries, yieldToRequests))
    found.set(entry, { id, reason: 'path', candidates: [] })
  const unplaced = entries.filter(entry => !found.has(entry))
  for (const [entry, { trackIds, more }] of await matchPaths(open, unplaced, yieldToRequests)) {
    const [id, ...others] = trackIds
    const isOne = others.length === 0 && !more
    const candidates = isOne ? [] : trackIds.slice(0, countLimits.matchCandidates)
    found.set(entry, isOne ? { id, reason: 'path', candidates } : { reason: 'several', candidates })
  }
  for (const read of [(entry: Entry) => entry, alternativeReading<Entry>]) {
    const wanted = entries.flatMap((entry): (readonly [Entry, Entry])[] => {
      const reading = found.get(entry)?.id === undefined ? read(entry) : undefined
      return reading ? [[entry, reading]] : []
    })
    for (const [entry, { id, candidates }] of await matchNames(open, wanted, yieldToRequests)) {
      if (id !== undefined) found.set(entry, { id, reason: 'names', candidates })
      else if (!found.has(entry)) found.set(entry, { reason: reasonFor(entry), candidates })
    }
  }
  return found
}

/** Why none of the tracks of a title was chosen. */
const reasonFor = ({ artist, album, seconds }: Entry): MatchReason =>
  artist || album || seconds !== undefined ? 'differs' : 'several'
