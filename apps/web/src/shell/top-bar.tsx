import { PRODUCT_NAME } from '@refrain/contract/product'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { BELOW_NAV, useMediaQuery } from '../ui/use-media-query.ts'
import mark from './mark.svg'
import { isActive, topLinks } from './navigation-items.ts'
import { NavigationToggle } from './navigation-toggle.tsx'

/** The bar on top of every screen (LAY-01). */
export function TopBar() {
  const small = useMediaQuery(BELOW_NAV)
  const { pathname } = useLocation()
  return (
    <header className="fixed inset-x-0 top-0 z-40 flex [@media(max-height:420px)]:absolute h-(--top-bar) items-center gap-3 border-b border-line bg-ground px-4 nav:gap-6 nav:pl-[13px]">
      {small && <NavigationToggle />}
      <Link
        to={paths.home()}
        className="flex items-center gap-3 rounded-small text-lg font-extrabold tracking-tight"
      >
        <img src={mark} alt="" width={32} height={32} className="size-8" />
        {PRODUCT_NAME}
      </Link>
      {!small && (
        <nav aria-label="Top" className="ml-auto">
          <ul className="flex gap-1">
            {topLinks.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={isActive(to, pathname) ? 'page' : undefined}
                  className="flex h-9 items-center rounded-full px-4 text-sm font-semibold text-quiet transition-colors duration-(--duration-quick) hover:bg-hover hover:text-text active:bg-pressed aria-[current=page]:text-text"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}
