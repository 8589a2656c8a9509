import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { requestFor } from '@refrain/contract/request'
import {
  artistId,
  type CataloguePlan,
  LARGE,
  memberId,
  memberToken,
  SIGNED_IN,
  trackId,
} from '../data/catalogue-plan.ts'
import { pick } from '../data/mix.ts'
import type { Figure } from './figure.ts'

const budget = { sqlite: 25, postgres: 25 }
const SAMPLES = 100

/** Writes that are on the disk when they are answered. */
export function writeFigures(plan: CataloguePlan): Figure[] {
  const token = (n: number) => memberToken(1 + (n % (SIGNED_IN - 1)))
  const track = (n: number, purpose: number) => trackId(pick(plan.tracks, n, purpose))
  const limit: Figure['limit'] = (raw, n) =>
    raw.run(
      'insert into played_tracks (user_id, track_id) values (?, ?) on conflict do nothing',
      memberId(LARGE),
      track(n, 73),
    )
  const write = (name: string, ask: (n: number) => ReturnType<typeof requestFor>): Figure => ({
    name,
    percentile: 0.99,
    budget,
    samples: SAMPLES,
    ask: n => [{ ...ask(n), token: token(n) }],
    limit,
  })
  return [
    write('like', n => requestFor(appendLikedSongs, { trackId: track(n, 70) })),
    write('follow', n => requestFor(addFollowingArtist, { artistId: artistId(pick(plan.artists, n, 71)) })),
    write('counted play', n => requestFor(countTrackPlay, { trackId: track(n, 72) })),
  ]
}
