import * as z from 'zod/mini'
import { operation } from './operation.ts'

/** The cookies that mirror what the browser keeps (STO-22 to STO-31); beside them one for each shuffled album. */
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

/** The shuffle order of the listener's own tracks. */
export const USER_SHUFFLE_COOKIE = 'shuffledTracks_user'
const ALBUM_SHUFFLE = /^shuffledTracks_[A-Za-z0-9_-]{1,64}$/

/** The cookie that holds an album's shuffle order (STO-33). */
export function albumShuffleCookie(albumId: string): string {
  return `shuffledTracks_${albumId}`
}

/** True for the cookie of an album's shuffle order. */
export function isAlbumShuffleCookie(name: string): boolean {
  return name !== USER_SHUFFLE_COOKIE && ALBUM_SHUFFLE.test(name)
}

/** True where the cookie calls know the name (PROP-48). */
export function isCookieName(name: string): boolean {
  return (COOKIE_NAMES as readonly string[]).includes(name) || ALBUM_SHUFFLE.test(name)
}

/** Largest value of one cookie in bytes, percent-encoded; what is larger stays in the browser only (PROP-47, PROP-48). */
export const COOKIE_BYTES = 3500
/** Most bytes of all cookies together, names included; the oldest shuffle orders make room. */
export const COOKIES_BYTES = 8 * 1024
/** Most bytes of them and of what other services keep on the same host: browsers send it all at once. */
export const COOKIE_HEADER_BYTES = 12 * 1024
/** Most albums whose shuffle order is kept in a cookie; the oldest makes room. */
export const MOST_ALBUM_SHUFFLES = 10

const LONGEST_NAME = 128
const name = z.string().check(z.maxLength(LONGEST_NAME))

export const setCookie = operation({
  name: 'setCookie',
  summary:
    'Keeps a value in a cookie; 400 for a name outside the list and for a `token` that cannot be one, 413 for what is too large. The oldest shuffle orders make room.',
  method: 'POST',
  path: '/api/setCookie',
  who: 'guest',
  caching: 'none',
  sameOrigin: true,
  input: z.strictObject({
    param_name: name.check(z.refine(isCookieName, 'is not one of the cookies')),
    param_value: z.string(),
  }),
  output: z.object({ success: z.literal(true) }),
})

export const getCookie = operation({
  name: 'getCookie',
  summary:
    'The value of a cookie, null where there is none; 404 for a name outside the list. A `token` whose session is over is null as well, and cleared.',
  method: 'GET',
  path: '/api/getCookie/{name}',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such cookie.' },
  sameOrigin: true,
  input: z.strictObject({ name }),
  output: z.object({ name: z.string(), value: z.nullable(z.string()) }),
})

export const deleteCookie = operation({
  name: 'deleteCookie',
  summary:
    'Clears a cookie; 404 for a name outside the list. `token` is a whole logout: the session ends, and every cookie of the list and of shuffled albums that came along is cleared.',
  method: 'GET',
  path: '/api/deleteCookie/{name}',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such cookie.' },
  sameOrigin: true,
  perMinute: 60,
  input: z.strictObject({ name }),
  output: z.object({ success: z.literal(true) }),
})

export const cookieOperations = [setCookie, getCookie, deleteCookie] as const
