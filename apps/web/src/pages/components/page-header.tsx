import { HEADER_SIZES, type PictureOf } from '@refrain/contract/media/picture-address'
import { commonTexts } from '@refrain/messages/en/common'
import { isValidElement, type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { finishCoverTransition } from '../../media/cover-transition.ts'
import { Picture } from '../../media/picture.tsx'

interface Props {
  /** A stored picture, or an element in its place. */
  readonly picture: PictureOf | ReactElement
  readonly thumbhash?: string
  /** The picture's dominant colour, which tints the page. */
  readonly colour: string
  readonly round?: boolean
  /** The kind of page, above the title. */
  readonly label?: string
  readonly title: string
  /** What the cover of an album without one says. */
  readonly cover?: { readonly title: string; readonly artist?: string }
  /** Makes the title a button that opens an editor. */
  readonly onTitle?: ((button: HTMLElement) => void) | undefined
  /** Facts below the title. */
  readonly children: ReactNode
}

/** Titles of more characters get a smaller font size. */
const LONG = 24
const VERY_LONG = 64

function sizeOf(title: string): string {
  if (title.length > VERY_LONG) return 'text-hero-longest'
  return title.length > LONG ? 'text-hero-long' : 'text-hero'
}

const INNER =
  'mx-auto flex max-w-360 flex-col items-center gap-5 px-(--gutter) pt-8 pb-6 text-center @lg/main:flex-row @lg/main:items-end @lg/main:gap-7 @lg/main:text-left'
/** Its widths are those of `HEADER_SIZES`. */
const PICTURE = 'w-40 flex-none shadow-float @lg/main:w-44 @3xl/main:w-56'

/** Looks like the title; at least 44 px high for touch. */
const TITLE_BUTTON =
  'relative max-w-full rounded-small text-center break-words decoration-2 underline-offset-4 after:inset-x-0 after:-top-1 after:-bottom-3 hover:underline pointer-coarse:after:absolute @lg/main:text-left'

/** The header of a page, in the colour of its picture. */
export function PageHeader({
  picture,
  thumbhash = '',
  colour,
  round = false,
  label,
  title,
  cover: named = { title },
  onTitle,
  children,
}: Props) {
  const cover = useRef<HTMLDivElement>(null)
  const coverOf = isValidElement(picture) ? undefined : picture.ownerId
  useLayoutEffect(() => {
    if (coverOf !== undefined && cover.current) finishCoverTransition(coverOf, cover.current)
  }, [coverOf])
  return (
    <header className="page-header text-on-cover">
      <HeaderColour colour={colour} />
      <div className={INNER}>
        {isValidElement(picture) ? (
          <div className={`${PICTURE} overflow-hidden rounded-cover`}>{picture}</div>
        ) : (
          <Picture
            of={picture}
            thumbhash={thumbhash}
            colour={colour}
            name={named.title}
            by={named.artist}
            sizes={HEADER_SIZES}
            first
            round={round}
            className={PICTURE}
            ref={cover}
          />
        )}
        <div className="w-full min-w-0 @lg/main:w-auto @lg/main:flex-1">
          {label && <p className="text-sm font-semibold">{label}</p>}
          <h1 className={`mt-1 font-extrabold break-words ${sizeOf(title)}`}>
            {onTitle ? <TitleButton title={title} onPress={onTitle} /> : <bdi>{title}</bdi>}
          </h1>
          <div className="mt-3 flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-sm @lg/main:justify-start">
            {children}
          </div>
        </div>
      </div>
    </header>
  )
}

/** Behind the header and what follows it. By an attribute: the content security policy forbids style attributes. */
function HeaderColour({ colour }: { readonly colour?: string }) {
  return <svg aria-hidden color={colour || undefined} className="page-header-colour" />
}

interface TitleButtonProps {
  readonly title: string
  readonly onPress: (button: HTMLElement) => void
}

function TitleButton({ title, onPress }: TitleButtonProps) {
  return (
    <button
      type="button"
      title={commonTexts.editDetails}
      aria-haspopup="dialog"
      className={TITLE_BUTTON}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <bdi>{title}</bdi>
    </button>
  )
}

/** Height of facts with a line for artist and album, which takes two lines in narrow headers. */
export const TWO_LINES = 'h-17 pointer-coarse:@max-lg/main:h-26 @lg/main:h-11'

/** Placeholder as high as a header with a one-line title. */
export function PageHeaderSkeleton({
  round = false,
  facts = 'h-11 @lg/main:h-5',
}: {
  readonly round?: boolean
  /** Utility classes for the height of the facts. */
  readonly facts?: string
}) {
  return (
    <div className="page-header">
      <HeaderColour />
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
