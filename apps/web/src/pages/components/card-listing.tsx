import { commonTexts } from '@refrain/messages/en/common'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { cardPattern } from '../../catalogue/cards/card-pattern.ts'
import { NearWindow } from '../../media/picture.tsx'
import { listenToFilterKey } from '../../ui/filter/filter-shortcut.ts'
import { useElementBox } from '../../ui/hooks/use-element-box.ts'
import { useRem } from '../../ui/hooks/use-rem.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { useNearEnd } from '../../ui/scrolling/use-near-end.ts'
import { useVirtualRows } from '../../ui/scrolling/use-virtual-rows.ts'
import { CardGridSkeleton } from './card-grid.tsx'
import { EmptyCatalogue } from './empty-catalogue.tsx'

interface ListedRow {
  readonly id: string
}

interface Props<Row> {
  readonly rows: readonly Row[]
  /** Number of rows when all are loaded; undefined if only the service could count them, while there are more. */
  readonly total: number | undefined
  readonly loading: boolean
  /** Called when the end comes near, also when all rows are loaded. */
  readonly onMore: () => void
  /** Opens a search through all rows, by Ctrl+F: the browser's own sees only the rendered ones. Must be the same on each render. */
  readonly onFind?: () => void
  readonly round?: boolean
  /** Rows of 56 px, in as many columns as fit, instead of cards. */
  readonly compact?: boolean
  /** Shown if there are no rows. */
  readonly empty?: ReactNode
  /** Must be the same function on each render, so that cards of unchanged rows are not rendered again. */
  readonly card: (row: Row) => ReactNode
}

/** Width of the narrowest card, and height of the two lines below its square picture, in rem. */
const CARD_WIDTH = 10
const TEXT_HEIGHT = 3.5
/** Width of the narrowest compact row, and its height, in rem. */
const ROW_WIDTH = 20
const ROW_HEIGHT = 3.5
/** `aria-setsize` of a listing that nobody has counted. */
const UNKNOWN_SIZE = -1
/** Listings of up to this many cards are rendered whole, so that find-in-page works. */
const SHORT = 200

/** A virtual grid of cards that loads more rows near its end. */
export function CardListing<Row extends ListedRow>({
  rows,
  total: counted,
  loading,
  onMore,
  onFind,
  round = false,
  compact = false,
  empty = <EmptyCatalogue />,
  card,
}: Props<Row>) {
  const total = counted ?? rows.length + 1
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!onFind) return
    return listenToFilterKey({ element: () => list.current, field: () => null, open: onFind })
  }, [onFind])
  const { width, top } = useElementBox(list, 'cards')
  const rem = useRem()
  const columns = compact
    ? Math.max(1, Math.floor(width / (ROW_WIDTH * rem)))
    : Math.max(2, Math.floor(width / (CARD_WIDTH * rem)))
  const cardHeight = compact ? ROW_HEIGHT * rem : width / columns + TEXT_HEIGHT * rem
  const height = width === 0 ? 0 : Math.round(cardHeight)
  const lines = Math.ceil(rows.length / columns)
  // Again after each answer: one may have no rows while there are more.
  useNearEnd(onMore, height > 0 ? rows.length + (loading ? 0 : 1) : 0)
  const [focused, setFocused] = useState<number>()
  const rendered = useVirtualRows({
    count: lines,
    height,
    top,
    all: total <= SHORT,
    kept: focused === undefined ? [] : [focused],
  })
  // The pattern fills a partial last line only while more rows are to come.
  const patternLines = rows.length < total ? lines : Math.floor(rows.length / columns)
  const pattern = useMemo(
    () => cardPattern(width / columns, height, round, rem),
    [width, columns, height, round, rem],
  )
  const rowsOf = (line: number) => rows.slice(line * columns, (line + 1) * columns)

  return (
    <>
      <div className="relative -mx-3" style={{ height: lines * height }}>
        {!compact && (
          <div
            aria-hidden
            className="absolute inset-x-0 top-0"
            style={{ height: patternLines * height, ...pattern }}
          />
        )}
        <ul
          ref={list}
          data-goes-on={rows.length < total || undefined}
          className="absolute inset-0"
          onFocus={({ target }) => {
            const position = Number(target.closest('li')?.ariaPosInSet)
            setFocused(Math.floor((position - 1) / columns))
          }}
          onBlur={() => setFocused(undefined)}
        >
          <NearWindow value={total > SHORT}>
            {rendered.flatMap(line =>
              rowsOf(line).map((row, column) => (
                <Cell
                  key={row.id}
                  {...{ row, card, line, column, height }}
                  setSize={counted ?? UNKNOWN_SIZE}
                  width={width / columns}
                  position={line * columns + column + 1}
                />
              )),
            )}
          </NearWindow>
        </ul>
      </div>
      {loading && rows.length > 0 && (
        <div
          role="status"
          aria-label={commonTexts.loading}
          data-goes-on=""
          className="grid h-20 place-items-center text-quiet"
        >
          <Spinner className="size-6" />
        </div>
      )}
      {!loading && total === 0 && empty}
      {(loading || total > 0) && rows.length === 0 && <CardGridSkeleton round={round} />}
    </>
  )
}

interface CellProps<Row> extends Pick<Props<Row>, 'card'> {
  readonly row: Row
  readonly setSize: number
  /** From 1. */
  readonly position: number
  readonly line: number
  readonly column: number
  readonly width: number
  readonly height: number
}

/** Absolutely positioned, so that rendering one card does not lay out the others. */
const Cell = memo(function Cell({
  row,
  setSize,
  card,
  position,
  line,
  column,
  width,
  height,
}: CellProps<ListedRow>) {
  return (
    <li
      aria-setsize={setSize}
      aria-posinset={position}
      className="absolute bg-ground [contain:strict]"
      style={{ width, height, left: column * width, top: line * height }}
    >
      {card(row)}
    </li>
  )
}) as <Row extends ListedRow>(props: CellProps<Row>) => ReactNode
