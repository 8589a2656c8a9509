import { shellTexts } from '@refrain/messages/en/shell'
import { Link, useLocation } from 'react-router'
import { useMemberId } from '../../account/session.ts'
import { isActive, leftNavigation } from './navigation-items.ts'

/** Icons, 57 px wide; expands to 200 px on hover and keyboard focus. */
export function LeftNavigation() {
  const { pathname } = useLocation()
  const userId = useMemberId()
  return (
    <nav
      aria-label={shellTexts.main}
      className="group/nav fixed max-nav:hidden top-(--top-bar) bottom-(--frame-bottom) left-0 z-20 w-(--nav) overflow-hidden border-r border-line bg-ground transition-[width] duration-(--duration-slow) ease-(--ease) hover:shadow-float has-focus-visible:w-(--nav-open) has-focus-visible:shadow-float [@media(hover:hover)]:hover:w-(--nav-open)"
    >
      <ul className="grid w-(--nav-open) gap-1 p-2">
        {leftNavigation(userId).map(({ icon: Icon, ...item }) => (
          <li key={item.label}>
            <Link
              to={item.to}
              aria-current={isActive(item, pathname) ? 'page' : undefined}
              className="group flex h-11 items-center gap-5 rounded-cover pl-[0.5625rem] text-sm font-semibold text-quiet transition-colors duration-(--duration-quick) -outline-offset-2 hover:bg-hover hover:text-text active:bg-pressed aria-[current=page]:text-text"
            >
              <span className="grid size-6 flex-none place-items-center group-aria-[current=page]:text-accent">
                <Icon aria-hidden className="size-5.5" strokeWidth={2} />
              </span>
              <span className="opacity-0 transition-opacity duration-(--duration) group-has-focus-visible/nav:opacity-100 [@media(hover:hover)]:group-hover/nav:opacity-100">
                {item.label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
