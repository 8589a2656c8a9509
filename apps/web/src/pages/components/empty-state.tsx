import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly text?: string
  /** A link or button that leads to what would be here. */
  readonly children?: ReactNode
}

/** Says what would be here, and leads to it. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div
      data-empty=""
      className="grid justify-items-center gap-5 rounded-panel bg-raised px-6 py-10 text-center text-balance"
    >
      <div className="grid gap-1">
        <p className="text-lg font-bold [overflow-wrap:anywhere]">{title}</p>
        {text && <p className="text-quiet">{text}</p>}
      </div>
      {children}
    </div>
  )
}
