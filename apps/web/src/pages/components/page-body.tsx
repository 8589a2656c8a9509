import type { ReactNode } from 'react'

/** What a page stands in: as wide as is pleasant, with the same space around it everywhere. */
export function PageBody({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return <div className={`page-body mx-auto px-(--gutter) ${className}`}>{children}</div>
}
