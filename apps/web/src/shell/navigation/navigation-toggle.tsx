import { shellTexts } from '@refrain/messages/en/shell'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useMemberId } from '../../account/session.ts'
import { useLayer } from '../../ui/layers/use-layer.ts'
import { isActive, leftNavigation } from './navigation-items.ts'

/** Opens the navigation over the whole page on small screens. */
export function NavigationToggle() {
  const { key, pathname } = useLocation()
  const userId = useMemberId()
  // The history entry it was opened on: navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpenAt(null)
  useLayer(close, { open })

  useEffect(() => {
    if (!open) return
    const closing = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape') return
        setOpenAt(null)
        button.current?.focus()
      },
      closing,
    )
    return () => closing.abort()
  }, [open])

  const Icon = open ? X : Menu
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={shellTexts.navigation}
        aria-expanded={open}
        aria-controls="navigation"
        className="icon-button -ml-2 size-11 nav:hidden"
        onClick={() => setOpenAt(open ? null : key)}
      >
        <Icon aria-hidden className="size-6" />
      </button>
      <nav
        id="navigation"
        aria-label={shellTexts.main}
        hidden={!open}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The elements that it covers must not get the focus.
          if (relatedTarget && relatedTarget !== button.current && !currentTarget.contains(relatedTarget))
            close()
        }}
        className="fixed inset-x-0 top-(--top-bar) bottom-(--frame-bottom) z-30 overflow-y-auto bg-ground p-4"
      >
        <ul className="grid gap-1">
          {leftNavigation(userId).map(({ icon: Glyph, ...item }) => (
            <li key={item.label}>
              <Link
                to={item.to}
                onClick={close}
                aria-current={isActive(item, pathname) ? 'page' : undefined}
                className="group flex h-14 items-center gap-4 rounded-cover px-3 text-lg font-semibold text-quiet active:bg-pressed aria-[current=page]:text-text"
              >
                <Glyph aria-hidden className="size-6 group-aria-[current=page]:text-accent" />
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
