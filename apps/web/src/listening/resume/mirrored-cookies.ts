import { albumShuffleCookie, isCookieName, USER_SHUFFLE_COOKIE } from '@refrain/contract/account/cookies'
import type { PlayerState } from '@refrain/player/state/player-state'
import { idsOf } from './saved-rows.ts'

/** Player state for each cookie; null clears it. */
export function cookiesOf(state: PlayerState): readonly (readonly [name: string, value: string | null])[] {
  const { list, track, nextTrack, shuffled, source, orders } = state
  const shuffle = list && shuffled.album ? albumShuffleCookie(list.id) : undefined
  return [
    ['album', list?.id ?? null],
    ['albumid', track?.albumId ?? null],
    ['track', track?.id ?? null],
    ['nextTrack', nextTrack?.id ?? null],
    ['shuffled', `${shuffled.album}`],
    ['isAlbumTracksOpen', `${source === 'album'}`],
    ['isUserTracksOpen', `${source === 'user'}`],
    [USER_SHUFFLE_COOKIE, shuffled.user ? idsOf(orders.user) : null],
    ...(shuffle && isCookieName(shuffle) ? ([[shuffle, idsOf(orders.album)]] as const) : []),
  ]
}
