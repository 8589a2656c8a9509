import { formatNumber } from '@refrain/messages/language'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface Props {
  readonly title: string
  /** Undefined if it is counted only when it is opened. */
  readonly count?: number
  /** Rendered, and so fetched, while it is open. */
  readonly children: ReactNode
}

/** A list behind its title and number; nothing if it is empty. */
export function CountedList({ title, count, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <details
      className="group border-t border-line first:border-0"
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-5 flex-none text-quiet transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 grow">{title}</span>
        {count !== undefined && <span className="tabular text-quiet">{formatNumber(count)}</span>}
      </summary>
      <div className="pb-4 pl-8">{isOpen && children}</div>
    </details>
  )
}
