import { isAlbumShuffleCookie, isCookieName, USER_SHUFFLE_COOKIE } from '@refrain/contract/account/cookies'
import { byteLimits, countLimits } from '@refrain/contract/limits'
import { type Cookies, parseCookie } from 'cookie'
import { encodeCookie, splitCookies } from '../../http/requests/cookies.ts'

/**
 * Chooses the shuffle-order cookies to delete, oldest first, so that a new cookie fits.
 * @param foreign bytes of cookies that are not ours to delete
 * @returns their names; undefined if the cookie cannot fit
 */
export function chooseEvictions(
  cookies: Cookies,
  name: string,
  value: string,
  foreign = 0,
): string[] | undefined {
  const maxBytes = Math.min(byteLimits.cookies, byteLimits.cookieHeader - foreign)
  const others = Object.keys(cookies).filter(other => other !== name && isCookieName(other))
  const shuffles = others.filter(other => isAlbumShuffleCookie(other) || other === USER_SHUFFLE_COOKIE)
  const sizes = new Map(others.map(other => [other, sizeOf(other, cookies[other] ?? '')]))
  let total = [...sizes.values()].reduce((sum, size) => sum + size, sizeOf(name, value))
  let albums = [name, ...shuffles].filter(isAlbumShuffleCookie).length
  const evicted: string[] = []
  for (const shuffle of shuffles) {
    const isAlbum = isAlbumShuffleCookie(shuffle)
    const tooMany = albums > countLimits.shuffleCookies && isAlbum
    if (!tooMany && total <= maxBytes) continue
    evicted.push(shuffle)
    total -= sizes.get(shuffle) ?? 0
    if (isAlbum) albums--
  }
  return total <= maxBytes ? evicted : undefined
}

/**
 * Bytes of a Cookie header that we cannot delete: other services' cookies, and duplicates of a name.
 * @param before what stands in front of the names of our cookies, and counts too
 */
export function countForeignBytes(header: string | undefined, before = ''): number {
  const ownNames = new Set<string>()
  let bytes = before.length
  for (const pair of splitCookies(header)) {
    const [full = ''] = Object.keys(parseCookie(pair))
    const name = full.slice(before.length)
    if (full.startsWith(before) && isCookieName(name) && !ownNames.has(name)) {
      ownNames.add(name)
      bytes += before.length
    } else bytes += pair.length + '; '.length
  }
  return bytes
}

const SEPARATORS = '=; '.length

function sizeOf(name: string, value: string): number {
  return name.length + encodeCookie(value).length + SEPARATORS
}
