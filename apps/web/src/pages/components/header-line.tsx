import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CreditLinks } from '../../catalogue/credit-links.tsx'
import type { Credit } from '../../catalogue/split-credit.ts'
import { paths } from '../../paths.ts'
import { Dot } from './dot.tsx'

const LINE = 'w-full min-w-0 pointer-coarse:@lg/main:-my-3 @lg/main:w-auto'
/** Beside other words. */
const LINK_IN_TEXT =
  'rounded-small font-bold break-words hover:underline pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-3'
const LINK = `${LINK_IN_TEXT} pointer-coarse:align-top`

/** One line of facts in a page's header. */
export function HeaderLine({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex w-full flex-wrap justify-center gap-x-2 gap-y-1 @lg/main:justify-start">
      {children}
    </div>
  )
}

interface Props {
  readonly artist: { readonly id: string; readonly name: string }
  readonly album: { readonly id: string; readonly title: string }
  /** Of a track: its artists, each of whom is a link then. */
  readonly credit?: Credit
}

/** Links to artist and album; stacked if the header is narrow. */
export function ArtistAndAlbum({ artist, album, credit }: Props) {
  return (
    <HeaderLine>
      {credit?.artists ? (
        <CreditLine credit={credit} />
      ) : (
        <HeaderLink to={paths.artist(artist.id)} first>
          {artist.name}
        </HeaderLink>
      )}
      <span className="hidden @lg/main:inline">
        <Dot />
      </span>
      <HeaderLink to={paths.album(album.id)}>{album.title}</HeaderLink>
    </HeaderLine>
  )
}

/** Several artists right below the title, each with a link. */
export function CreditLine({ credit }: { readonly credit: Credit }) {
  return (
    <span className={`${LINE} pointer-coarse:-mt-3`}>
      <CreditLinks track={credit} linkClassName={LINK_IN_TEXT} />
    </span>
  )
}

interface LinkProps {
  readonly to: string
  /** Whether it stands right below the title. */
  readonly first?: boolean
  readonly children: string
}

/**
 * A link on a line of its own if the header is narrow. For touch it is 44 px high, of which only empty space around the facts is
 * taken: no other words may lie below a finger that means this link.
 */
export function HeaderLink({ to, first = false, children }: LinkProps) {
  return (
    <span className={`${LINE} ${first ? 'pointer-coarse:-mt-3' : ''}`}>
      <Link to={to} className={LINK}>
        <bdi>{children}</bdi>
      </Link>
    </span>
  )
}
