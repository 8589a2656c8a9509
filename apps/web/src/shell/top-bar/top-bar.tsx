import { shellTexts } from '@refrain/messages/en/shell'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { useReachable } from '../../api/connection.ts'
import { useServiceName } from '../../api/service-name.ts'
import { paths } from '../../paths.ts'
import { prefix } from '../../prefix.ts'
import { BELOW_NAV, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import mark from '../../ui/mark.svg'
import { isActive } from '../navigation/navigation-items.ts'
import { NavigationToggle } from '../navigation/navigation-toggle.tsx'
import { AccountArea } from './account-area.tsx'
import { TopLinks } from './top-links.tsx'
import { TopLinksDropdown } from './top-links-dropdown.tsx'

const SearchBox = lazy(() => loadPart(() => import('../../catalogue/search/search-box.tsx')))

const ConnectionSign = lazy(() => loadPart(() => import('./connection-sign.tsx')))

/** The bar at the top of every screen; contains the search box on the search screen. */
export function TopBar() {
  const small = useMediaQuery(BELOW_NAV)
  const { pathname } = useLocation()
  const serviceName = useServiceName()
  const isReachable = useReachable()
  return (
    <header className="fixed inset-x-0 top-0 z-40 low:absolute h-(--top-bar) border-b border-line bg-ground">
      <div className="flex h-(--bar-line) items-center gap-3 px-(--gutter) nav:gap-1.5 nav:pr-3 nav:pl-[0.8125rem] md:gap-6 md:pr-4">
        {small !== false && <NavigationToggle />}
        <Link
          to={paths.home()}
          className="relative flex flex-none items-center gap-3 rounded-small after:-inset-1.5 pointer-coarse:after:absolute text-lg font-extrabold tracking-tight"
        >
          <img src={prefix + mark} alt="" width={32} height={32} className="size-8" />
          {/* The sign needs its space. */}
          <span className={`max-row:sr-only nav:max-md:sr-only ${isReachable ? '' : 'max-lg:sr-only'}`}>
            {serviceName}
          </span>
        </Link>
        {small !== true && (
          <nav aria-label={shellTexts.top} className="flex-none max-nav:hidden">
            <ul className="flex md:gap-1">
              <TopLinks className="flex h-9 items-center rounded-full px-1.5 text-[0.8125rem] font-semibold whitespace-nowrap text-quiet transition-colors duration-(--duration-quick) hover:bg-hover hover:text-text active:bg-pressed aria-[current=page]:text-text pointer-coarse:h-11 min-[40rem]:px-3 md:text-sm" />
            </ul>
          </nav>
        )}
        <div className="min-w-0 flex-1">
          {isActive({ to: paths.search() }, pathname) && (
            <div className="top-bar-search max-lg:absolute max-lg:right-(--frame-right) max-lg:left-(--frame-left) max-lg:top-[calc(var(--top-bar)-3.25rem)] max-lg:px-(--gutter)">
              <Suspense>
                <SearchBox />
              </Suspense>
            </div>
          )}
        </div>
        {!isReachable && (
          <Suspense>
            <ConnectionSign />
          </Suspense>
        )}
        <div className="contents max-[16rem]:absolute max-[16rem]:right-(--gutter) max-[16rem]:top-(--bar-line) max-[16rem]:flex max-[16rem]:h-12 max-[16rem]:items-center">
          <AccountArea />
        </div>
        {small !== false && <TopLinksDropdown />}
      </div>
    </header>
  )
}
