import { administrationTexts } from '@refrain/messages/en/administration'
import type { ReactNode } from 'react'
import { Spinner } from '../../../ui/loading/spinner.tsx'

interface Props {
  /** The rows; undefined until loaded. */
  readonly children: ReactNode | undefined
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** A list of several pages: its rows, and a button for more. */
export function PagedList({ children, query: { hasNextPage, isFetching, fetchNextPage } }: Props) {
  return (
    <>
      {children === undefined ? (
        <Spinner className="size-6" />
      ) : (
        <ul className="grid grid-cols-1 gap-3">{children}</ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          aria-disabled={isFetching || undefined}
          onClick={() => void fetchNextPage()}
        >
          {administrationTexts.showMore}
        </button>
      )}
    </>
  )
}
