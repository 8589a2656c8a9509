import type { ReactNode } from 'react'
import { CardSkeleton } from '../../catalogue/cards/card-skeleton.tsx'
import { Loader } from '../../ui/loading/loader.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(10rem,50%),1fr))]'

/** Cards side by side, as many as fit; for lists that are short. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <ul className={`-mx-3 ${GRID}`}>{children}</ul>
}

/** The same while its cards are on their way. */
export function CardGridSkeleton({ round = false }: { readonly round?: boolean }) {
  return (
    <Loader className="-mx-3">
      <div className={GRID}>
        {Array.from({ length: 20 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <CardSkeleton key={place} round={round} />
        ))}
      </div>
    </Loader>
  )
}
