import type { ReactNode } from 'react'

/** Limits the width of a page and adds its margins. */
export function PageBody({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return <div className={`page-body mx-auto px-(--gutter) ${className}`}>{children}</div>
}
