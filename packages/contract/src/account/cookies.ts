import * as z from 'zod/mini'
import { sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { strictRecord, wire } from '../record.ts'
import { success } from '../values.ts'

/** Cookies that mirror local storage. Each shuffled album has one more. */
export const COOKIE_NAMES = [
  'token',
  'album',
  'albumid',
  'track',
  'userId',
  'nextTrack',
  'shuffled',
  'isUserTracksOpen',
  'isAlbumTracksOpen',
  'playedTracks',
] as const

/** Holds the shuffle order of the queue (the listener's own tracks). */
export const USER_SHUFFLE_COOKIE = 'shuffledTracks_user'

const ALBUM_SHUFFLE = /^shuffledTracks_[A-Za-z0-9_-]{1,64}$/

/** The name of the cookie that holds an album's shuffle order. */
export function albumShuffleCookie(albumId: string): string {
  return `shuffledTracks_${albumId}`
}

export function isAlbumShuffleCookie(name: string): boolean {
  return name !== USER_SHUFFLE_COOKIE && ALBUM_SHUFFLE.test(name)
}

/** Whether the cookie calls accept the name. */
export function isCookieName(name: string): boolean {
  return (COOKIE_NAMES as readonly string[]).includes(name) || ALBUM_SHUFFLE.test(name)
}

const name = z.string().check(z.maxLength(textLimits.cookieName.max))

export const setCookie = operation({
  name: 'setCookie',
  summary:
    'Sets a cookie; 400 for a name outside the list and for a malformed `token`, 413 for a value that is too large. The oldest shuffle orders make room.',
  method: 'POST',
  path: '/api/setCookie',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  input: strictRecord({
    name: wire('param_name', name.check(z.refine(isCookieName, 'is not one of the cookies'))),
    value: wire('param_value', z.string()),
  }),
  output: success,
})

export const getCookie = operation({
  name: 'getCookie',
  summary:
    'The value of a cookie, or null; 404 for a name outside the list. A `token` whose session has ended is null as well, and is cleared.',
  method: 'GET',
  path: '/api/getCookie/{name}',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 404: 'There is no such cookie.' },
  sameOrigin: true,
  input: z.strictObject({ name }),
  output: z.object({ name: z.string(), value: z.nullable(z.string()) }),
})

export const deleteCookie = operation({
  name: 'deleteCookie',
  summary:
    'Clears a cookie; 404 for a name outside the list. Clearing `token` logs out: the session ends, and all listed and shuffle cookies in the request are cleared.',
  method: 'GET',
  path: '/api/deleteCookie/{name}',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 404: 'There is no such cookie.' },
  sameOrigin: true,
  perMinute: sessionRates.deleteCookie,
  input: z.strictObject({ name }),
  output: success,
})
