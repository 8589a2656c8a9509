import type { ReactNode } from 'react'
import { CardSkeleton } from '../../catalogue/cards/card-skeleton.tsx'
import { Loader } from '../../ui/loading/loader.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(10rem,50%),1fr))]'

/** A grid of cards, for short lists. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={`-mx-3 ${GRID}`}>{children}</ul>
}

/** Placeholder with the same layout. */
export function CardGridSkeleton({ round = false }: { readonly round?: boolean }) {
  return (
    <Loader className="-mx-3">
      <div className={GRID}>
        {Array.from({ length: 20 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
          <CardSkeleton key={index} round={round} />
        ))}
      </div>
    </Loader>
  )
}
