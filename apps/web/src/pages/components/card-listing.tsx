import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { cardPattern } from '../../catalogue/cards/card-pattern.ts'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { useNearEnd } from '../../ui/scrolling/use-near-end.ts'
import { useVirtualRows } from '../../ui/scrolling/use-virtual-rows.ts'
import { CardGridSkeleton } from './card-grid.tsx'
import { EmptyCatalogue } from './empty-catalogue.tsx'

interface Listed {
  readonly _id: string
}

interface Props<Row> {
  readonly rows: readonly Row[]
  /** How many there are when all are loaded. */
  readonly total: number
  readonly loading: boolean
  /** Asked for when the end comes near; does nothing where all are loaded. */
  readonly onMore: () => void
  readonly round?: boolean
  /** Always the same function: a card whose row has not changed is not drawn again. */
  readonly card: (row: Row) => ReactNode
}

/** The narrowest card, and how much higher than wide a card is: two lines under its square picture. */
const CARD_WIDTH = 160
const LINES = 56
/** Of up to so many cards all that are loaded are in the document, so that find-in-page sees them. */
const SHORT = 200

/** Cards of a listing of any length: those near the window are drawn, more are fetched near the end. */
export function CardListing<Row extends Listed>({
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
  const height = width === 0 ? 0 : Math.round(width / columns) + LINES
  const lines = Math.ceil(rows.length / columns)
  useNearEnd(onMore, height > 0 ? rows.length : 0)
  const [focused, setFocused] = useState<number>()
  const drawn = useVirtualRows({ count: lines, height, top, all: total <= SHORT, focused })
  // Once all are there, what is left free of the last line stays free.
  const shapes = rows.length < total ? lines : Math.floor(rows.length / columns)
  const pattern = useMemo(() => cardPattern(width / columns, height, round), [width, columns, height, round])
  const placesOf = (line: number) => rows.slice(line * columns, (line + 1) * columns)

  return (
    <>
      <div className="relative -mx-3" style={{ height: lines * height }}>
        <div
          aria-hidden
          className="absolute inset-x-0 top-0"
          style={{ height: shapes * height, ...pattern }}
        />
        <ul
          ref={list}
          data-goes-on={rows.length < total || undefined}
          className="absolute inset-0"
          onFocus={({ target }) => {
            const place = Number(target.closest('li')?.ariaPosInSet)
            setFocused(Math.floor((place - 1) / columns))
          }}
          onBlur={() => setFocused(undefined)}
        >
          {drawn.flatMap(line =>
            placesOf(line).map((row, column) => (
              <Place
                key={row._id}
                {...{ row, total, card, line, column, height }}
                width={width / columns}
                place={line * columns + column + 1}
              />
            )),
          )}
        </ul>
      </div>
      {loading && rows.length > 0 && (
        <div
          role="status"
          aria-label="Loading"
          data-goes-on=""
          className="grid h-20 place-items-center text-quiet"
        >
          <Spinner className="size-6" />
        </div>
      )}
      {!loading && rows.length === 0 && <EmptyCatalogue />}
      {loading && rows.length === 0 && <CardGridSkeleton round={round} />}
    </>
  )
}

interface PlaceProps<Row> extends Pick<Props<Row>, 'total' | 'card'> {
  readonly row: Row
  /** From 1. */
  readonly place: number
  readonly line: number
  readonly column: number
  readonly width: number
  readonly height: number
}

/** A card at its own place: one that is drawn moves no other. */
const Place = memo(function Place({
  row,
  total,
  card,
  place,
  line,
  column,
  width,
  height,
}: PlaceProps<Listed>) {
  return (
    <li
      aria-setsize={total}
      aria-posinset={place}
      className="absolute bg-ground [contain:strict]"
      style={{ width, height, left: column * width, top: line * height }}
    >
      {card(row)}
    </li>
  )
}) as <Row extends Listed>(props: PlaceProps<Row>) => ReactNode
