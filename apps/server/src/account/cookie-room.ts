import {
  COOKIES_BYTES,
  isAlbumShuffleCookie,
  isCookieName,
  MOST_ALBUM_SHUFFLES,
  USER_SHUFFLE_COOKIE,
} from '@refrain/contract/cookies'
import type { Cookies } from 'cookie'
import { encodeCookie } from '../http/cookies.ts'

/**
 * Which shuffle orders go, oldest first, so that a cookie finds room among those the browser keeps.
 * @returns their names; undefined where it finds none
 */
export function makeRoom(kept: Cookies, name: string, value: string): string[] | undefined {
  const others = Object.keys(kept).filter(other => other !== name && isCookieName(other))
  const shuffles = others.filter(other => isAlbumShuffleCookie(other) || other === USER_SHUFFLE_COOKIE)
  const sizes = new Map(others.map(other => [other, sizeOf(other, kept[other] ?? '')]))
  let total = [...sizes.values()].reduce((sum, size) => sum + size, sizeOf(name, value))
  let albums = [name, ...shuffles].filter(isAlbumShuffleCookie).length
  const leaving: string[] = []
  for (const shuffle of shuffles) {
    const isAlbum = isAlbumShuffleCookie(shuffle)
    const tooMany = albums > MOST_ALBUM_SHUFFLES && isAlbum
    if (!tooMany && total <= COOKIES_BYTES) continue
    leaving.push(shuffle)
    total -= sizes.get(shuffle) ?? 0
    if (isAlbum) albums--
  }
  return total <= COOKIES_BYTES ? leaving : undefined
}

const SEPARATORS = '=; '.length

function sizeOf(name: string, value: string): number {
  return name.length + encodeCookie(value).length + SEPARATORS
}
