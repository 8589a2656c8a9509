import { memo, type ReactNode, useDeferredValue, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { useElementBox } from '../../ui/use-element-box.ts'
import { useNearEnd } from '../../ui/use-near-end.ts'
import { useVisibleLines } from '../../ui/use-visible-lines.ts'
import { CardGridSkeleton } from './card-grid.tsx'
import { EmptyMark } from './empty-mark.tsx'

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
  readonly card: (row: Row, place: number) => ReactNode
}

/** Narrowest card, and what a card has besides its square picture: paddings and two lines. */
const CARD_WIDTH = 160
const PADDING = 24
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
  const height = width === 0 ? 0 : width / columns - PADDING + LINES + PADDING
  const lines = Math.ceil(rows.length / columns)
  useNearEnd(onMore, height > 0 ? rows.length : 0)
  const near = useVisibleLines({ count: lines, height, top })
  const [first, end] = total <= SHORT && height > 0 ? [0, lines] : near
  // The place of a page that came is there at once; its cards are drawn as there is time.
  const drawn = useDeferredValue(rows)

  return (
    <>
      <ul
        ref={list}
        data-goes-on={rows.length < total || undefined}
        className="relative -mx-3"
        style={{ height: lines * height }}
      >
        {Array.from({ length: Math.max(0, end - first) }, (_, line) => first + line).map(line => (
          <CardLine
            key={line}
            {...{ line, columns, total, card }}
            rows={drawn}
            width={width / columns}
            height={height}
          />
        ))}
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

type LineProps<Row> = Pick<Props<Row>, 'rows' | 'total' | 'card'> & {
  readonly line: number
  readonly columns: number
  /** Of a card. */
  readonly width: number
  readonly height: number
}

/** Cards side by side, each at its own place: one that is drawn moves no other. */
const CardLine = memo(function CardLine({
  rows,
  total,
  card,
  line,
  columns,
  width,
  height,
}: LineProps<Listed>) {
  return rows.slice(line * columns, (line + 1) * columns).map((row, column) => {
    const place = line * columns + column
    return (
      <li
        key={row._id}
        aria-setsize={total}
        aria-posinset={place + 1}
        className="absolute [contain:size_layout_style]"
        style={{ width, height, left: column * width, top: line * height }}
      >
        {card(row, place)}
      </li>
    )
  })
}) as <Row extends Listed>(props: LineProps<Row>) => ReactNode
