import type { ReactNode } from 'react'

interface Props {
  /** A button at the end of the line. */
  readonly button?: ReactNode
  readonly children: ReactNode
}

/** The line above a list: its heading, which may take several lines, and a button. */
export function ListHeading({ button, children }: Props) {
  return (
    <div className="mb-2 flex items-start gap-2 [&>h2]:min-w-0 [&>h2]:flex-1">
      {children}
      {button}
    </div>
  )
}
