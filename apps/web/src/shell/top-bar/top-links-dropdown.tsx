import { shellTexts } from '@refrain/messages/en/shell'
import { EllipsisVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLayer } from '../../ui/layers/use-layer.ts'
import { TopLinks } from './top-links.tsx'

/** The links of the top bar on small screens. */
export function TopLinksDropdown() {
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  const close = () => list.current?.hidePopover()
  const [open, setOpen] = useState(false)
  useLayer(close, { open })
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="top-links"
        aria-label={shellTexts.morePages}
        className="icon-button -mr-2 size-11 nav:hidden"
      >
        <EllipsisVertical aria-hidden className="size-6" />
      </button>
      <nav
        ref={list}
        id="top-links"
        popover="auto"
        aria-label={shellTexts.top}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBlur={({ currentTarget, relatedTarget }) => {
          // The elements that it covers must not get the focus.
          if (relatedTarget && relatedTarget !== button.current && !currentTarget.contains(relatedTarget))
            close()
        }}
        className="fixed top-[calc(var(--bar-line)-0.25rem)] right-2 bottom-auto left-auto w-56 rounded-cover border border-line bg-overlay p-1 text-text shadow-float"
      >
        <ul>
          <TopLinks
            className="flex h-11 items-center rounded-small px-3 text-sm font-medium -outline-offset-2 hover:bg-hover active:bg-pressed aria-[current=page]:text-accent"
            onLeave={close}
          />
        </ul>
      </nav>
    </>
  )
}
