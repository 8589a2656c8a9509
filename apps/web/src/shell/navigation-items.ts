import { Compass, Disc3, House, type LucideIcon, MicVocal } from 'lucide-react'
import { paths } from '../paths.ts'

export interface NavigationItem {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
}

/** The left navigation, in the order of LAY-19. */
export const leftNavigation: readonly NavigationItem[] = [
  { label: 'Explore', to: paths.home(), icon: Compass },
  { label: 'Artists', to: paths.artists(), icon: MicVocal },
  { label: 'Albums', to: paths.albums(), icon: Disc3 },
]

/** The bar at the bottom of small screens (LAY-25). */
export const bottomNavigation: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home(), icon: House },
  { label: 'Artists', to: paths.artists(), icon: MicVocal },
  { label: 'Albums', to: paths.albums(), icon: Disc3 },
]

/** The links of the top bar. */
export const topLinks: readonly Omit<NavigationItem, 'icon'>[] = [{ label: 'Home', to: paths.home() }]

/** Whether an item stands for the path that is shown: its own page or one below it (LAY-21). */
export function isActive(to: string, pathname: string): boolean {
  const path = pathname.toLowerCase()
  return to === '/' ? path === '/' : path === to.toLowerCase() || path.startsWith(`${to.toLowerCase()}/`)
}
