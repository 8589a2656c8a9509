import { type PictureOf, pictureAddress, pictureSources } from '@refrain/contract/media/picture-address'
import { Disc3, UserRound } from 'lucide-react'
import { createContext, type Ref, startTransition, use, useLayoutEffect, useRef, useState } from 'react'
import { rgbaToDataURL } from 'thumbhash'
import { backend } from '../api/backend.ts'
import { RecentMap } from '../ui/browser/recent-map.ts'
import { decodePreview } from './decode-preview.ts'
import { initials } from './initials.ts'

/** Width and height of a preview in pixels. */
const PREVIEW_EDGE = 8

/** Titles of more characters are written smaller. */
const LONG_TITLE = 24

const MAX_PREVIEWS = 500
const previews = new RecentMap<string>(MAX_PREVIEWS)

/** True in lists that only render what is near the window: pictures there load at once, as there is nothing to wait for. */
export const NearWindow = createContext(false)

interface Props {
  readonly of: PictureOf
  readonly thumbhash: string
  /** The record's colour: the background of the placeholder. */
  readonly colour?: string | undefined
  /**
   * As in `<img sizes>`, but never `auto`: for pictures that are being removed, Chromium would fetch a file as wide as
   * the window.
   */
  readonly sizes: string
  readonly round?: boolean
  /** Name of the record: the placeholder of an artist shows the initials, that of an album the name. */
  readonly name?: string | undefined
  /** Whose album it is; on its placeholder. */
  readonly by?: string | undefined
  /** Visible at once: loaded eagerly with high priority, and shown without fading in. */
  readonly first?: boolean
  /** Called if it does not load. */
  readonly onMissing?: (() => void) | undefined
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * A square picture that never shifts the layout: a blurred preview until it has loaded, a placeholder if there is none
 * or it does not load. Decorative: the name is written beside it.
 */
export function Picture({
  of,
  thumbhash,
  colour,
  sizes,
  round = false,
  name = '',
  by,
  first = false,
  onMissing,
  className = '',
  ref,
}: Props) {
  const source = pictureAddress(of, 512, 'webp', backend)
  // Keyed by its address, so that another picture starts with its own preview.
  return (
    <div
      ref={ref}
      className={`relative aspect-square overflow-hidden bg-neutral-cover ${round ? 'rounded-full' : 'rounded-cover'} ${className}`}
    >
      <Loaded key={source} {...{ of, source, thumbhash, colour, name, by, sizes, first, onMissing }} />
    </div>
  )
}

function Loaded({
  of,
  source,
  thumbhash,
  colour,
  name,
  by,
  sizes,
  first,
  onMissing,
}: Pick<Props, 'of' | 'thumbhash' | 'colour' | 'name' | 'by' | 'sizes' | 'first' | 'onMissing'> & {
  source: string
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'missing'>(source === '' ? 'missing' : 'loading')
  const image = useRef<HTMLImageElement>(null)
  const isNear = use(NearWindow) || first
  const preview = state === 'loading' ? picturePreview(thumbhash) : ''
  useLayoutEffect(() => {
    // Cached, or rendered by the server: it may have loaded or failed before this effect runs.
    const { complete = false, naturalWidth = 0, currentSrc = '' } = image.current ?? {}
    if (!complete || currentSrc === '') return
    const settle = () => setState(naturalWidth > 0 ? 'shown' : 'missing')
    // Not urgent: without a fade-in, nobody sees when the preview goes.
    if (first) startTransition(settle)
    else settle()
  }, [first])
  useLayoutEffect(() => {
    const element = image.current
    return () => queueMicrotask(() => element && dropPending(element))
  }, [])
  if (state === 'missing') return <NeutralPicture owner={of.owner} colour={colour} name={name} by={by} />
  return (
    <>
      {state === 'loading' && (
        <div
          data-skeleton=""
          className="absolute inset-0 bg-skeleton bg-cover"
          ref={element => {
            element?.style.setProperty('background-color', colour || null)
            element?.style.setProperty('background-image', preview)
          }}
        />
      )}
      <picture>
        <source type="image/avif" srcSet={pictureSources(of, 'avif', backend)} sizes={sizes} />
        <img
          ref={image}
          alt=""
          src={source}
          srcSet={pictureSources(of, 'webp', backend)}
          sizes={sizes}
          width={512}
          height={512}
          loading={isNear ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding={first ? 'sync' : 'async'}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => {
            setState('missing')
            onMissing?.()
          }}
          className={`absolute inset-0 size-full object-cover transition-opacity duration-(--duration-slow) ${state === 'shown' || first ? 'opacity-100' : 'opacity-0'}`}
        />
      </picture>
    </>
  )
}

/**
 * Ends the load of a picture that has been removed: browsers keep it and its row until then, and its request before those of what is in
 * sight. Without `src`, Chromium would keep them for ever.
 */
function dropPending(image: HTMLImageElement): void {
  if (image.isConnected || image.complete) return
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove()
  image.removeAttribute('srcset')
  image.src = ''
}

function NeutralPicture({
  owner,
  colour,
  name = '',
  by,
}: Pick<PictureOf, 'owner'> & Pick<Props, 'colour' | 'name' | 'by'>) {
  const letters = owner === 'artist' ? initials(name) : ''
  const Icon = owner === 'artist' || owner === 'user' ? UserRound : Disc3
  return (
    <div
      data-neutral=""
      className="neutral-picture absolute inset-0 grid place-items-center text-on-cover"
      ref={element => element?.style.setProperty('--cover', colour || null)}
    >
      {owner === 'album' && name && <TypographicCover title={name} artist={by} />}
      {letters ? (
        <svg viewBox="0 0 100 100" aria-hidden className="initials">
          <text x="50" y="50">
            {letters}
          </text>
        </svg>
      ) : (
        <Icon aria-hidden className="size-2/5 opacity-60" strokeWidth={1.25} />
      )}
    </div>
  )
}

/** Title and artist, where the picture is large enough; CSS shows the icon otherwise. */
function TypographicCover({
  title,
  artist,
}: {
  readonly title: string
  readonly artist: string | undefined
}) {
  return (
    <div aria-hidden className="typographic-cover">
      <bdi data-length={title.length > LONG_TITLE ? 'long' : undefined}>{title}</bdi>
      {artist && <bdi>{artist}</bdi>}
    </div>
  )
}

/** Decodes a ThumbHash to a CSS `url()`; '' without a valid hash. */
function picturePreview(thumbhash: string): string {
  if (thumbhash === '') return ''
  const known = previews.get(thumbhash)
  if (known !== undefined) return known
  const address = decode(thumbhash)
  previews.set(thumbhash, address)
  return address
}

function decode(thumbhash: string): string {
  try {
    const hash = Uint8Array.from(atob(thumbhash), letter => letter.charCodeAt(0))
    return `url(${rgbaToDataURL(PREVIEW_EDGE, PREVIEW_EDGE, decodePreview(hash, PREVIEW_EDGE))})`
  } catch {
    return ''
  }
}
