import { shellTexts } from '@refrain/messages/en/shell'
import { Link, useLocation } from 'react-router'
import { useMemberId } from '../../account/session.ts'
import { bottomNavigation, isActive } from './navigation-items.ts'

export function BottomBar() {
  const { pathname } = useLocation()
  const userId = useMemberId()
  return (
    <nav
      aria-label={shellTexts.quick}
      className="fixed player:hidden inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="grid h-(--bottom-bar) auto-cols-fr grid-flow-col">
        {bottomNavigation(userId).map(({ icon: Icon, ...item }) => (
          <li key={item.label}>
            <Link
              to={item.to}
              aria-label={item.label}
              aria-current={isActive(item, pathname) ? 'page' : undefined}
              className="grid h-full place-items-center text-quiet -outline-offset-4 transition-colors duration-(--duration-quick) active:bg-pressed aria-[current=page]:text-accent"
            >
              <Icon aria-hidden className="size-6" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
