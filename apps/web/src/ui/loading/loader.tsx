import { commonTexts } from '@refrain/messages/en/common'
import type { ReactNode } from 'react'

/**
 * Marks a loading placeholder, also for screen readers. Without children it only keeps the footer hidden while the
 * height of the page is unknown.
 */
export function Loader({
  children,
  className,
}: {
  readonly children?: ReactNode
  readonly className?: string
}) {
  return (
    <div role="status" aria-label={commonTexts.loading} data-goes-on="" className={className}>
      <div aria-hidden className="animate-pulse-slow">
        {children}
      </div>
    </div>
  )
}
