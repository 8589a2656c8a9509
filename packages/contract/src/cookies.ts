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

/** Largest value of one cookie in bytes; what is larger stays in the browser only (PROP-47, PROP-48). */
export const COOKIE_BYTES = 3500

const name = z.string().check(z.maxLength(128))

export const setCookie = operation({
  name: 'setCookie',
  summary: 'Keeps a value in a cookie; 400 for a name outside the list, 413 for a value that is too large.',
  method: 'POST',
  path: '/api/setCookie',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ param_name: name, param_value: z.string() }),
  output: z.object({ success: z.literal(true) }),
})

export const getCookie = operation({
  name: 'getCookie',
  summary: 'The value of a cookie, null where there is none.',
  method: 'GET',
  path: '/api/getCookie/{name}',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ name }),
  output: z.object({ name: z.string(), value: z.nullable(z.string()) }),
})

export const deleteCookie = operation({
  name: 'deleteCookie',
  summary: 'Clears a cookie; for `token` the session ends as well.',
  method: 'GET',
  path: '/api/deleteCookie/{name}',
  who: 'guest',
  caching: 'none',
  perMinute: 60,
  input: z.strictObject({ name }),
  output: z.object({ success: z.literal(true) }),
})

export const cookieOperations = [setCookie, getCookie, deleteCookie] as const
