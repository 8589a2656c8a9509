import { isAlbumShuffleCookie, isCookieName, USER_SHUFFLE_COOKIE } from '@refrain/contract/account/cookies'
import { byteLimits, countLimits } from '@refrain/contract/limits'
import { type Cookies, parseCookie } from 'cookie'
import { encodeCookie, splitCookies } from '../../http/requests/cookies.ts'

/**
 * Which shuffle orders go, oldest first, so that a cookie finds room among those the browser keeps.
 * @param foreign bytes that are not ours to clear
 * @returns their names; undefined where it finds none
 */
export function chooseEvictions(
  kept: Cookies,
  name: string,
  value: string,
  foreign = 0,
): string[] | undefined {
  const room = Math.min(byteLimits.cookies, byteLimits.cookieHeader - foreign)
  const others = Object.keys(kept).filter(other => other !== name && isCookieName(other))
  const shuffles = others.filter(other => isAlbumShuffleCookie(other) || other === USER_SHUFFLE_COOKIE)
  const sizes = new Map(others.map(other => [other, sizeOf(other, kept[other] ?? '')]))
  let total = [...sizes.values()].reduce((sum, size) => sum + size, sizeOf(name, value))
  let albums = [name, ...shuffles].filter(isAlbumShuffleCookie).length
  const leaving: string[] = []
  for (const shuffle of shuffles) {
    const isAlbum = isAlbumShuffleCookie(shuffle)
    const tooMany = albums > countLimits.shuffleCookies && isAlbum
    if (!tooMany && total <= room) continue
    leaving.push(shuffle)
    total -= sizes.get(shuffle) ?? 0
    if (isAlbum) albums--
  }
  return total <= room ? leaving : undefined
}

/** Bytes of a Cookie header that stay whatever we clear: other services' cookies, and second ones of a name. */
export function countForeignBytes(header: string | undefined): number {
  const ours = new Set<string>()
  let bytes = 0
  for (const pair of splitCookies(header)) {
    const [name = ''] = Object.keys(parseCookie(pair))
    if (isCookieName(name) && !ours.has(name)) ours.add(name)
    else bytes += pair.length + '; '.length
  }
  return bytes
}

const SEPARATORS = '=; '.length

function sizeOf(name: string, value: string): number {
  return name.length + encodeCookie(value).length + SEPARATORS
}
