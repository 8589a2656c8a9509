import type { ReactNode } from 'react'

/**
 * Says that something is being loaded, to eyes by what it wraps, and to screen readers. Empty it only keeps the
 * footer away, where nobody knows yet what will stand above it.
 */
export function Loader({
  children,
  className,
}: {
  readonly children?: ReactNode
  readonly className?: string
}) {
  return (
    <div role="status" aria-label="Loading" data-goes-on="" className={className}>
      <div aria-hidden className="animate-pulse-slow">
        {children}
      </div>
    </div>
  )
}
