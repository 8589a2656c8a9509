import { Compass, Disc3, House, Library, LogIn, type LucideIcon, MicVocal, Search } from 'lucide-react'
import { paths } from '../../paths.ts'

export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** The screens it stands for besides, in small letters; false where it leads elsewhere than it is called. */
  readonly lights?: RegExp | false
}

const artists: NavigationItem = { label: 'Artists', to: paths.artists(), icon: MicVocal }
const albums: NavigationItem = { label: 'Albums', to: paths.albums(), icon: Disc3 }
const search: NavigationItem = { label: 'Search', to: paths.search(), icon: Search }

/** The library itself, whoever's it is said to be, and the listener's playlists. */
const LIBRARY_SCREENS = /^\/[^/]+\/library(\/|$)|^\/userplaylists\//

/** A member's library; a guest's leads to the login. */
function library(userId: string | null): NavigationItem {
  const [to, lights] =
    userId === null ? [paths.login(), false as const] : [paths.library(userId), LIBRARY_SCREENS]
  return { label: 'Library', to, icon: Library, lights }
}

/**
 * The left navigation, in the order of LAY-19.
 * @param userId null for a guest
 */
export function leftNavigation(userId: string | null): readonly NavigationItem[] {
  const explore = { label: 'Explore', to: paths.home(), icon: Compass }
  return [explore, artists, albums, library(userId), search]
}

/** The bar at the bottom of small screens: in the place of the library, guests have the login. */
export function bottomNavigation(userId: string | null): readonly NavigationItem[] {
  const home = { label: 'Home', to: paths.home(), icon: House }
  const login = { label: 'Login', to: paths.login(), icon: LogIn }
  return [home, artists, albums, userId === null ? login : library(userId), search]
}

/** Whether an item stands for the path that is shown: its own page, one below it, or another it lights for. */
export function isActive({ to, lights }: Pick<NavigationItem, 'to' | 'lights'>, pathname: string): boolean {
  if (lights === false) return false
  const path = pathname.toLowerCase()
  if (lights?.test(path)) return true
  return to === '/' ? path === '/' : path === to.toLowerCase() || path.startsWith(`${to.toLowerCase()}/`)
}
