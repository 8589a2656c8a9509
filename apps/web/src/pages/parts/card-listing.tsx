import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { useElementBox } from '../../ui/use-element-box.ts'
import { useNearEnd } from '../../ui/use-near-end.ts'
import { CardGridSkeleton } from './card-grid.tsx'
import { EmptyMark } from './empty-mark.tsx'

interface Props<Row extends { readonly _id: string }> {
  readonly rows: readonly Row[]
  /** How many there are when all are loaded. */
  readonly total: number
  readonly loading: boolean
  /** Asked for when the end comes near; does nothing where all are loaded. */
  readonly onMore: () => void
  readonly round?: boolean
  readonly card: (row: Row, place: number) => ReactNode
}

/** Narrowest card, and what a card has besides its square picture: paddings and two lines. */
const CARD_WIDTH = 160
const PADDING = 24
const LINES = 56
/** Up to so many cards all are in the document, so that find-in-page sees them. */
const SHORT = 200

/** Cards of a listing of any length: those near the window are drawn, more are fetched near the end. */
export function CardListing<Row extends { readonly _id: string }>({
  rows,
  total,
  loading,
  onMore,
  round = false,
  card,
}: Props<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const { width, top } = useElementBox(list, 'cards')
  const columns = Math.max(2, Math.floor(width / CARD_WIDTH))
  const height = width / columns - PADDING + LINES + PADDING
  const lines = Math.ceil(rows.length / columns)
  useNearEnd(onMore, rows.length)
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : lines,
    estimateSize: () => height,
    overscan: rows.length <= SHORT ? lines : 4,
    scrollMargin: top,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are as high as the width makes them
  useLayoutEffect(() => virtualizer.measure(), [height])

  return (
    <>
      <ul
        ref={list}
        data-goes-on={rows.length < total || undefined}
        className="relative -mx-3"
        style={{ height: lines * height }}
      >
        {virtualizer.getVirtualItems().flatMap(line =>
          rows.slice(line.index * columns, (line.index + 1) * columns).map((row, column) => {
            const place = line.index * columns + column
            return (
              <li
                key={row._id}
                aria-setsize={total}
                aria-posinset={place + 1}
                className="absolute top-0 left-0"
                style={{
                  width: width / columns,
                  transform: `translate(${(column * width) / columns}px, ${line.start - top}px)`,
                }}
              >
                {card(row, place)}
              </li>
            )
          }),
        )}
      </ul>
      {loading && rows.length > 0 && (
        <div role="status" aria-label="Loading" className="grid h-20 place-items-center text-quiet">
          <Spinner className="size-6" />
        </div>
      )}
      {!loading && rows.length === 0 && <EmptyMark />}
      {loading && rows.length === 0 && <CardGridSkeleton round={round} />}
    </>
  )
}
