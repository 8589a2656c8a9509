import { Compass, Disc3, House, Library, LogIn, type LucideIcon, MicVocal, Search } from 'lucide-react'
import { paths } from '../paths.ts'

export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** False where it leads elsewhere than what it is called: a guest's Library. */
  readonly lights?: boolean
}

const artists: NavigationItem = { label: 'Artists', to: paths.artists(), icon: MicVocal }
const albums: NavigationItem = { label: 'Albums', to: paths.albums(), icon: Disc3 }
const search: NavigationItem = { label: 'Search', to: paths.search(), icon: Search }

/** A guest's Library leads to the login (ROLE-03); members have no screen for theirs yet. */
function library(token: string | null): readonly NavigationItem[] {
  return token ? [] : [{ label: 'Library', to: paths.login(), icon: Library, lights: false }]
}

/** The left navigation, in the order of LAY-19. */
export function leftNavigation(token: string | null): readonly NavigationItem[] {
  const explore = { label: 'Explore', to: paths.home(), icon: Compass }
  return [explore, artists, albums, ...library(token), search]
}

/** The bar at the bottom of small screens: in the place of the library, guests have the login (LAY-25, LAY-26). */
export function bottomNavigation(token: string | null): readonly NavigationItem[] {
  const home = { label: 'Home', to: paths.home(), icon: House }
  const login = { label: 'Login', to: paths.login(), icon: LogIn }
  return [home, artists, albums, ...(token ? [] : [login]), search]
}

/** Whether an item stands for the path that is shown: its own page or one below it (LAY-21). */
export function isActive(
  { to, lights = true }: Pick<NavigationItem, 'to' | 'lights'>,
  pathname: string,
): boolean {
  if (!lights) return false
  const path = pathname.toLowerCase()
  return to === '/' ? path === '/' : path === to.toLowerCase() || path.startsWith(`${to.toLowerCase()}/`)
}
