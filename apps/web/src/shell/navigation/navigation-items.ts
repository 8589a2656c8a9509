import { shellTexts } from '@refrain/messages/en/shell'
import { Compass, Disc3, House, Library, LogIn, type LucideIcon, MicVocal, Search } from 'lucide-react'
import { paths } from '../../paths.ts'

export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** Lower-case paths, besides `to`, for which the item is marked as current; false: never marked. */
  readonly activeOn?: RegExp | false
}

const artists = (): NavigationItem => ({ label: shellTexts.artists, to: paths.artists(), icon: MicVocal })
const albums = (): NavigationItem => ({ label: shellTexts.albums, to: paths.albums(), icon: Disc3 })
const search = (): NavigationItem => ({ label: shellTexts.search, to: paths.search(), icon: Search })

/** Anybody's library and the member's own playlists. */
const LIBRARY_SCREENS = /^\/[^/]+\/library(\/|$)|^\/userplaylists\//

/** Leads guests to the login. */
function library(userId: string | null): NavigationItem {
  const [to, activeOn] =
    userId === null ? [paths.login(), false as const] : [paths.library(userId), LIBRARY_SCREENS]
  return { label: shellTexts.library, to, icon: Library, activeOn }
}

/** @param userId null for a guest */
export function leftNavigation(userId: string | null): readonly NavigationItem[] {
  const explore = { label: shellTexts.explore, to: paths.home(), icon: Compass }
  return [explore, artists(), albums(), library(userId), search()]
}

/** The bottom bar of small screens. Guests see the login in place of the library. @param userId null for a guest */
export function bottomNavigation(userId: string | null): readonly NavigationItem[] {
  const home = { label: shellTexts.home, to: paths.home(), icon: House }
  const login = { label: shellTexts.login, to: paths.login(), icon: LogIn }
  return [home, artists(), albums(), userId === null ? login : library(userId), search()]
}

/** Whether an item is current: for its own path, any path below it, and those of `activeOn`. */
export function isActive(
  { to, activeOn }: Pick<NavigationItem, 'to' | 'activeOn'>,
  pathname: string,
): boolean {
  if (activeOn === false) return false
  const path = pathname.toLowerCase()
  if (activeOn?.test(path)) return true
  return to === '/' ? path === '/' : path === to.toLowerCase() || path.startsWith(`${to.toLowerCase()}/`)
}
