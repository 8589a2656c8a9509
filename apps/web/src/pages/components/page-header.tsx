import type { PictureOf } from '@refrain/contract/media/picture-address'
import {
  type CSSProperties,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react'
import { finishCoverTransition } from '../../media/cover-transition.ts'
import { Picture } from '../../media/picture.tsx'

interface Props {
  /** A record's picture, or what is drawn in its place. */
  readonly picture: PictureOf | ReactElement
  readonly thumbhash?: string
  /** The picture's dominant colour; the page takes its light from it. */
  readonly colour: string
  readonly round?: boolean
  /** What it is, above the title; what else there is to say below it. */
  readonly label?: string
  readonly title: string
  /** Given where the title can be changed: pressing it begins that. */
  readonly onTitle?: ((button: HTMLElement) => void) | undefined
  readonly children: ReactNode
}

/** Titles of more characters are set smaller, those beyond all measure smaller still. */
const LONG = 24
const VERY_LONG = 64

function sizeOf(title: string): string {
  if (title.length > VERY_LONG) return 'text-hero-longest'
  return title.length > LONG ? 'text-hero-long' : 'text-hero'
}
const INNER =
  'mx-auto flex max-w-360 flex-col items-center gap-5 px-(--gutter) pt-8 pb-6 text-center @lg/main:flex-row @lg/main:items-end @lg/main:gap-7 @lg/main:text-left'
const PICTURE = 'w-40 flex-none shadow-float @lg/main:w-44 @3xl/main:w-56'

/** As the title itself; 44 px high where fingers press. */
const TITLE_BUTTON =
  'relative max-w-full rounded-small text-center break-words decoration-2 underline-offset-4 after:inset-x-0 after:-inset-y-2 hover:underline pointer-coarse:after:absolute @lg/main:text-left'

/** The head of an album's or artist's page, in the colour of its picture. */
export function PageHeader({
  picture,
  thumbhash = '',
  colour,
  round = false,
  label,
  title,
  onTitle,
  children,
}: Props) {
  const cover = useRef<HTMLDivElement>(null)
  const coverOf = isValidElement(picture) ? undefined : picture.ownerId
  useLayoutEffect(() => {
    if (coverOf !== undefined && cover.current) finishCoverTransition(coverOf, cover.current)
  }, [coverOf])
  return (
    <header className="page-header text-on-cover" style={{ '--cover': colour } as CSSProperties}>
      <div className={INNER}>
        {isValidElement(picture) ? (
          <div className={`${PICTURE} overflow-hidden rounded-cover`}>{picture}</div>
        ) : (
          <Picture
            of={picture}
            thumbhash={thumbhash}
            colour={colour}
            name={title}
            sizes="(min-width: 768px) 224px, (min-width: 501px) 176px, 160px"
            first
            round={round}
            className={PICTURE}
            ref={cover}
          />
        )}
        <div className="w-full min-w-0 @lg/main:w-auto @lg/main:flex-1">
          {label && <p className="text-sm font-semibold">{label}</p>}
          <h1 className={`mt-1 font-extrabold break-words ${sizeOf(title)}`}>
            {onTitle ? (
              <button
                type="button"
                title="Edit details"
                aria-haspopup="dialog"
                className={TITLE_BUTTON}
                onClick={({ currentTarget }) => onTitle(currentTarget)}
              >
                <bdi>{title}</bdi>
              </button>
            ) : (
              <bdi>{title}</bdi>
            )}
          </h1>
          <div className="mt-3 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-sm @lg/main:justify-start">
            {children}
          </div>
        </div>
      </div>
    </header>
  )
}

/** How high the facts are where artist and album have a line of their own each, or one both. */
export const TWO_LINES = 'h-17 @lg/main:h-11'

/** The same while nothing is known of it yet, as high as it will be with a title of one line. */
export function PageHeaderSkeleton({
  round = false,
  facts = 'h-11 @lg/main:h-5',
}: {
  readonly round?: boolean
  /** How high what stands below the title will be. */
  readonly facts?: string
}) {
  return (
    <div className="page-header">
      <div className={INNER}>
        <div
          className={`aspect-square w-40 flex-none bg-hover @lg/main:w-44 @3xl/main:w-56 ${round ? 'rounded-full' : 'rounded-cover'}`}
        />
        <div className="w-full max-w-100 pt-6">
          <div className="grid h-[1lh] items-center justify-center text-hero @lg/main:justify-start">
            <div className="h-3/4 w-60 rounded-small bg-hover" />
          </div>
          <div className={`mt-3 grid items-center justify-center @lg/main:justify-start ${facts}`}>
            <div className="h-4 w-40 rounded-small bg-hover" />
          </div>
        </div>
      </div>
    </div>
  )
}
